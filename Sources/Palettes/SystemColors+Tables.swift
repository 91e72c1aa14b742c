extension SystemColors {
  // A row: the name; which values two independent sources confirm, as eight bits; then for light and for dark the values
  // of base, base in high contrast, elevated, and elevated in high contrast. A value is RRGGBB or RRGGBB/alpha in percent;
  // `.` is no variant of its own (the closest match answers), `-` is not known.

  static let ios13Table = """
    label aa 000000 . . . FFFFFF . . .
    link 80 007AFF . . . 0984FF . . .
    opaqueSeparator 80 C6C6C8 . . . 38383A . . .
    placeholderText aa 3C3C43/30 3C3C43/38 . . EBEBF5/30 EBEBF5/38 . .
    quaternaryLabel a2 3C3C43/18 3C3C43/26 . . EBEBF5/16 EBEBF5/24 . .
    quaternarySystemFill 80 747480/8 747480/16 . . 767680/18 767680/26 . .
    secondaryLabel aa 3C3C43/60 3C3C43/68 . . EBEBF5/60 EBEBF5/68 . .
    secondarySystemBackground aa F2F2F7 EBEBF0 . . 1C1C1E 242426 2C2C2E 363638
    secondarySystemFill 80 787880/16 787880/24 . . 787880/32 787880/40 . .
    secondarySystemGroupedBackground aa FFFFFF . . . 1C1C1E 242426 2C2C2E 363638
    separator aa 3C3C43/29 3C3C43/37 . . 545458/60 545458/68 . .
    systemBackground aa FFFFFF . . . 000000 . 1C1C1E 242426
    systemBlue ee 007AFF 0040DD . . 0A84FF 409CFF . .
    systemBrown 08 - . . . AC8E68 - . .
    systemFill 80 787880/20 787880/28 . . 787880/36 787880/44 . .
    systemGray ee 8E8E93 6C6C70 . . 8E8E93 AEAEB2 . .
    systemGray2 cc AEAEB2 8E8E93 . . 636366 7C7C80 . .
    systemGray3 cc C7C7CC AEAEB2 . . 48484A 545456 . .
    systemGray4 cc D1D1D6 BCBCC0 . . 3A3A3C 444446 . .
    systemGray5 cc E5E5EA D8D8DC . . 2C2C2E 363638 . .
    systemGray6 cc F2F2F7 EBEBF0 . . 1C1C1E 242426 . .
    systemGreen ee 34C759 248A3D . . 30D158 30DB5B . .
    systemGroupedBackground aa F2F2F7 EBEBF0 . . 000000 . 1C1C1E 242426
    systemIndigo ee 5856D6 3634A3 . . 5E5CE6 7D7AFF . .
    systemOrange ee FF9500 C93400 . . FF9F0A FFB340 . .
    systemPink ee FF2D55 D30F45 . . FF375F FF6482 . .
    systemPurple ee AF52DE 8944AB . . BF5AF2 DA8FFF . .
    systemRed ee FF3B30 D70015 . . FF453A FF6961 . .
    systemTeal 08 5AC8FA 0071A4 . . 64D2FF 70D7FF . .
    systemYellow ae FFCC00 A05A00 . . FFD60A FFD426 . .
    tertiaryLabel aa 3C3C43/30 3C3C43/38 . . EBEBF5/30 EBEBF5/38 . .
    tertiarySystemBackground aa FFFFFF . . . 2C2C2E 363638 3A3A3C 444446
    tertiarySystemFill 80 767680/12 767680/20 . . 767680/24 767680/32 . .
    tertiarySystemGroupedBackground aa F2F2F7 EBEBF0 . . 2C2C2E 363638 3A3A3C 444446
    """

  static let ios15Table = """
    label aa 000000 . . . FFFFFF . . .
    link 80 007AFF . . . 0984FF . . .
    opaqueSeparator 80 C6C6C8 . . . 38383A . . .
    placeholderText aa 3C3C43/30 3C3C43/38 . . EBEBF5/30 EBEBF5/38 . .
    quaternaryLabel aa 3C3C43/18 3C3C43/26 . . EBEBF5/16 EBEBF5/24 . .
    quaternarySystemFill 80 747480/8 747480/16 . . 767680/18 767680/26 . .
    secondaryLabel aa 3C3C43/60 3C3C43/68 . . EBEBF5/60 EBEBF5/68 . .
    secondarySystemBackground aa F2F2F7 EBEBF0 . . 1C1C1E 242426 2C2C2E 363638
    secondarySystemFill 80 787880/16 787880/24 . . 787880/32 787880/40 . .
    secondarySystemGroupedBackground aa FFFFFF . . . 1C1C1E 242426 2C2C2E 363638
    separator aa 3C3C43/29 3C3C43/37 . . 545458/60 545458/68 . .
    systemBackground aa FFFFFF . . . 000000 . 1C1C1E 242426
    systemBlue ee 007AFF 0040DD . . 0A84FF 409CFF . .
    systemBrown 88 A2845E 7F6545 . . AC8E68 B59469 . .
    systemCyan 04 32ADE6 0071A4 . . 64D2FF 70D7FF . .
    systemFill 80 787880/20 787880/28 . . 787880/36 787880/44 . .
    systemGray ee 8E8E93 6C6C70 . . 8E8E93 AEAEB2 . .
    systemGray2 cc AEAEB2 8E8E93 . . 636366 7C7C80 . .
    systemGray3 cc C7C7CC AEAEB2 . . 48484A 545456 . .
    systemGray4 cc D1D1D6 BCBCC0 . . 3A3A3C 444446 . .
    systemGray5 cc E5E5EA D8D8DC . . 2C2C2E 363638 . .
    systemGray6 cc F2F2F7 EBEBF0 . . 1C1C1E 242426 . .
    systemGreen ee 34C759 248A3D . . 30D158 30DB5B . .
    systemGroupedBackground aa F2F2F7 EBEBF0 . . 000000 . 1C1C1E 242426
    systemIndigo ee 5856D6 3634A3 . . 5E5CE6 7D7AFF . .
    systemMint 00 00C7BE 0CD17B . . 63E6E2 . . .
    systemOrange ee FF9500 C93400 . . FF9F0A FFB340 . .
    systemPink ee FF2D55 D30F45 . . FF375F FF6482 . .
    systemPurple ee AF52DE 8944AB . . BF5AF2 DA8FFF . .
    systemRed ee FF3B30 D70015 . . FF453A FF6961 . .
    systemTeal 8c 30B0C7 008299 . . 40C8E0 5DE6FF . .
    systemYellow ae FFCC00 B25000 . . FFD60A FFD426 . .
    tertiaryLabel aa 3C3C43/30 3C3C43/38 . . EBEBF5/30 EBEBF5/38 . .
    tertiarySystemBackground aa FFFFFF . . . 2C2C2E 363638 3A3A3C 444446
    tertiarySystemFill 80 767680/12 767680/20 . . 767680/24 767680/32 . .
    tertiarySystemGroupedBackground aa F2F2F7 EBEBF0 . . 2C2C2E 363638 3A3A3C 444446
    """

  static let ios26Table = """
    label aa 000000 . . . FFFFFF . . .
    link 00 007AFF . . . 0984FF . . .
    opaqueSeparator 00 C6C6C8 . . . 38383A . . .
    placeholderText aa 3C3C43/30 3C3C43/38 . . EBEBF5/30 EBEBF5/38 . .
    quaternaryLabel aa 3C3C43/18 3C3C43/26 . . EBEBF5/16 EBEBF5/24 . .
    quaternarySystemFill 00 747480/8 747480/16 . . 767680/18 767680/26 . .
    secondaryLabel aa 3C3C43/60 3C3C43/68 . . EBEBF5/60 EBEBF5/68 . .
    secondarySystemBackground aa F2F2F7 EBEBF0 . . 1C1C1E 242426 2C2C2E 363638
    secondarySystemFill 00 787880/16 787880/24 . . 787880/32 787880/40 . .
    secondarySystemGroupedBackground aa FFFFFF . . . 1C1C1E 242426 2C2C2E 363638
    separator 00 3C3C43/12 3C3C43/37 . . 545458/50 545458/68 . .
    systemBackground aa FFFFFF . . . 000000 . 1C1C1E 242426
    systemBlue c8 0088FF 1E6EF4 . . 0091FF 5CB8FF . .
    systemBrown 88 AC7F5E 956D51 . . B78A66 DBA679 . .
    systemCyan 00 00C0E8 007EAE . . 3CD3FE 6DD9FF . .
    systemFill 00 787880/20 787880/28 . . 787880/36 787880/44 . .
    systemGray ee 8E8E93 6C6C70 . . 8E8E93 AEAEB2 . .
    systemGray2 8c AEAEB2 8E8E93 . . 636366 7C7C80 . .
    systemGray3 8c C7C7CC AEAEB2 . . 48484A 545456 . .
    systemGray4 8c D1D1D6 BCBCC0 . . 3A3A3C 444446 . .
    systemGray5 8c E5E5EA D8D8DC . . 2C2C2E 363638 . .
    systemGray6 8c F2F2F7 EBEBF0 . . 1C1C1E 242426 . .
    systemGreen ea 34C759 008932 . . 30D158 4AD968 . .
    systemGroupedBackground aa F2F2F7 EBEBF0 . . 000000 . 1C1C1E 242426
    systemIndigo 88 6155F5 564ADE . . 6B5DFF A7AAFF . .
    systemMint 00 00C8B3 008575 . . 00DAC3 54DFCB . .
    systemOrange 88 FF8D28 C55300 . . FF9230 FFA056 . .
    systemPink aa FF2D55 E7124D . . FF375F FF8AC4 . .
    systemPurple 88 CB30E0 B02FC2 . . DB34F2 EA8DFF . .
    systemRed 88 FF383C E9152E . . FF4245 FF6165 . .
    systemTeal 88 00C3D0 008198 . . 00D2E0 3BDDEC . .
    systemYellow e8 FFCC00 A16A00 . . FFD600 FEDF43 . .
    tertiaryLabel aa 3C3C43/30 3C3C43/38 . . EBEBF5/30 EBEBF5/38 . .
    tertiarySystemBackground aa FFFFFF . . . 2C2C2E 363638 3A3A3C 444446
    tertiarySystemFill 00 767680/12 767680/20 . . 767680/24 767680/32 . .
    tertiarySystemGroupedBackground aa F2F2F7 EBEBF0 . . 2C2C2E 363638 3A3A3C 444446
    """
}
