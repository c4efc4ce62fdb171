/** Private-use characters as placeholders for lines: enough for a hundred drawings. */
const FIRST = 0xe000
const MAX_LINES = 6000
/** One column wide, and does not occur in normal text. */
const FILLER = '\u00A0'

const lines = new Map<number, { readonly text: string; readonly columns: number }>()
const markers = new Map<string, number>()
let next = 0

/**
 * A placeholder for a line of a drawing, which {@link withInlays} replaces. Ink parses every colour code when it lays out
 * a screen, and a drawing has thousands; the placeholder hides them from it.
 * @param text the line: exactly `columns` wide, or narrower if it has no colours.
 */
export function inlay(text: string, columns: number): string {
  const name = `${columns} ${text}`
  let marker = markers.get(name)
  if (marker === undefined) {
    marker = next
    next = (next + 1) % MAX_LINES
    const old = lines.get(marker)
    if (old) markers.delete(`${old.columns} ${old.text}`)
    lines.set(marker, { text, columns })
    markers.set(name, marker)
  }
  return String.fromCharCode(FIRST + marker) + FILLER.repeat(columns - 1)
}

/** Replaces the placeholders in a frame by their lines. */
export const withInlays = (frame: string): string =>
  frame.replace(/([\uE000-\uF8FF])(\u00A0*)/g, (placeholder, marker: string) => {
    const line = lines.get(marker.charCodeAt(0) - FIRST)
    // A name may contain such a character. Without the fillers after it, it is not a placeholder.
    if (!line || line.columns !== placeholder.length) return placeholder
    const isPlain = !line.text.includes('\u001B')
    return isPlain ? line.text.padEnd(line.columns) : line.text
  })
