"""The ONNX files that ship, and their manifest."""
