"""The locator: network, examples from photos and scenes, training, export, measurement."""
