/** Private-use characters that stand for lines: enough for a hundred drawings. */
const FIRST = 0xe000
const KEPT = 6000
/** Takes one column and does not occur in normal text. */
const HOLE = '\u00A0'

const lines = new Map<number, { readonly text: string; readonly columns: number }>()
const markers = new Map<string, number>()
let next = 0

/**
 * A placeholder for a line of a drawing, which {@link withInlays} replaces. Ink parses every colour code when it lays out
 * a screen, and a drawing has thousands; the placeholder hides them from it.
 * @param text the line, as wide as `columns`; may be narrower without colours.
 */
export function inlay(text: string, columns: number): string {
  const name = `${columns} ${text}`
  let marker = markers.get(name)
  if (marker === undefined) {
    marker = next
    next = (next + 1) % KEPT
    const old = lines.get(marker)
    if (old) markers.delete(`${old.columns} ${old.text}`)
    lines.set(marker, { text, columns })
    markers.set(name, marker)
  }
  return String.fromCharCode(FIRST + marker) + HOLE.repeat(columns - 1)
}

/** Replaces the placeholders in a frame by their lines. */
export const withInlays = (frame: string): string =>
  frame.replace(/([\uE000-\uF8FF])(\u00A0*)/g, (hole, marker: string) => {
    const line = lines.get(marker.charCodeAt(0) - FIRST)
    // A player's name may contain such a character. Without the blanks after it, it is not a placeholder.
    if (!line || line.columns !== hole.length) return hole
    const isPlain = !line.text.includes('\u001B')
    return isPlain ? line.text.padEnd(line.columns) : line.text
  })
