"""Training of the mark reader, which tells flowers by the character and the digit in their upper half."""
