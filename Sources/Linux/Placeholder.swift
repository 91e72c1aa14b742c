enum PlaceholderLinux {}
