"""sikwu reads a photo of a revealed mahjong hand and says what it is worth and who pays whom."""
