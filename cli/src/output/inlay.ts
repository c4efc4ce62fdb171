/** Private characters that stand for lines: as many as a hundred drawings have. */
const FIRST = 0xe000
const KEPT = 6000
/** Takes a column and is never written by anybody. */
const HOLE = '\u00A0'

const lines = new Map<number, { readonly text: string; readonly columns: number }>()
const markers = new Map<string, number>()
let next = 0

/**
 * A line of a drawing as a hole of as many columns, which {@link withInlays} fills. Laying out a screen means reading
 * every colour of it, and a drawing has thousands: they stay out of that.
 * @param text may hold colours; it has to take that many columns, or fewer where it is plain.
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

/** A frame whose holes show what belongs there. */
export const withInlays = (frame: string): string =>
  frame.replace(/([\uE000-\uF8FF])(\u00A0*)/g, (hole, marker: string) => {
    const line = lines.get(marker.charCodeAt(0) - FIRST)
    // Anybody may write such a character into a name: without its hole it is none of ours.
    if (!line || line.columns !== hole.length) return hole
    const isPlain = !line.text.includes('\u001B')
    return isPlain ? line.text.padEnd(line.columns) : line.text
  })
