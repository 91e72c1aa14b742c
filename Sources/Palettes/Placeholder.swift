enum PlaceholderPalettes {}
