"""The classifier: network, crops from photos and drawn faces, training, export, measurement."""
