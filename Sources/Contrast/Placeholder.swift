enum PlaceholderContrast {}
