"""Training and export of the models (extra `train`)."""
