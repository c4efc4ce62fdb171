/** The colours of the pictures of a chain: the light values of the client's tokens of these names, in any theme. */
export const COLOURS = {
  paper: '#fdf7e8',
  card: '#fffdf7',
  dots: 'rgb(131 92 14 / 0.17)',
  shade: 'rgb(74 48 16 / 0.18)',
  ink: '#2a241e',
  'ink-soft': '#655a4c',
  outline: '#2a241e',
  'ink-on-colour': '#241e18',
  'wash-yellow': '#fef9c1',
  'wash-pink': '#ffd6e4',
  'wash-blue': '#d1e0fc',
  'wash-grey': '#e9e7e2',
  yellow: '#ffee00',
  pink: '#ff69b4',
  blue: '#366efb',
  green: '#49d849',
  orange: '#f79a28',
  purple: '#912edd',
} as const

/** For the emoji and letters that the game's own fonts lack. */
const OTHERS =
  '"Noto Sans", "DejaVu Sans", "Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", sans-serif'

/** The fonts of the client's tokens, at a size. */
export const FONT = {
  display: (px: number) => `600 ${px}px "Fredoka Variable", "Fredoka", "Trebuchet MS", ${OTHERS}`,
  text: (px: number) => `400 ${px}px "Nunito", ${OTHERS}`,
  hand: (px: number) => `400 ${px}px "Patrick Hand", "Comic Sans MS", ${OTHERS}`,
}
