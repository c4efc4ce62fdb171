export const WORDMARK = { width: 336, height: 132 } as const

/** The lines of the wordmark "inkling" in a box of {@link WORDMARK}, the squiggle last. */
export const WORDMARK_LINES = [
  'M22 50 C23 61 21 72 24 82',
  'M54 51 C55 62 53 72 54 82 C53 66 60 49 72 50 C84 51 81 68 83 82',
  'M112 14 C110 36 113 60 111 82',
  'M141 49 C133 57 124 63 113 66 C124 68 131 76 141 83',
  'M171 14 C168 36 167 58 169 71 C170 80 176 83 183 80',
  'M206 50 C207 61 205 72 208 82',
  'M238 51 C239 62 237 72 238 82 C237 66 244 49 256 50 C268 51 265 68 267 82',
  'M318 53 C307 46 291 51 292 67 C293 82 311 84 318 70 L318 53 C317 76 321 98 308 108 C294 118 268 107 244 108 C214 109 208 120 184 118 C160 116 154 106 128 108 C104 110 96 119 70 116 C56 114 44 110 32 112',
] as const

/** The drops of ink above the letters i, by the name of their colour. */
export const WORDMARK_DROPS = { blue: { x: 23, y: 29 }, pink: { x: 207, y: 29 } } as const
export const WORDMARK_DROP = 'M0 -15 C2 -9 9 -4 9 3 A9 9 0 1 1 -9 3 C-9 -4 -2 -9 0 -15 Z'

/** The width of each line, of the squiggle, and of the outline of a drop. */
export const WORDMARK_STROKE = { letter: 10.5, squiggle: 9, drop: 3 } as const
