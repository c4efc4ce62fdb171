/** A key press, or text that arrived at once: typed on a slow connection, or pasted. */
export type Key =
  | { readonly name: 'text'; readonly text: string; readonly isPasted: boolean }
  | { readonly name: KeyName }

type KeyName =
  | 'escape'
  | (typeof SEQUENCES)[keyof typeof SEQUENCES]
  | (typeof CONTROLS)[keyof typeof CONTROLS]

/** The text that was typed, or the name of the key. */
export const letterOf = (key: Key): string => (key.name === 'text' ? key.text : key.name)

const SEQUENCES = {
  '[A': 'up',
  '[B': 'down',
  '[C': 'right',
  '[D': 'left',
  OA: 'up',
  OB: 'down',
  OC: 'right',
  OD: 'left',
  '[H': 'home',
  '[F': 'end',
  OH: 'home',
  OF: 'end',
  '[1~': 'home',
  '[4~': 'end',
  '[5~': 'page-up',
  '[6~': 'page-down',
  '[3~': 'delete',
  '[Z': 'back-tab',
} as const

const CONTROLS = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007F': 'backspace',
  '\b': 'backspace',
  '\u0001': 'home',
  '\u0003': 'interrupt',
  '\u0004': 'end-of-input',
  '\u0005': 'end',
  '\u000B': 'clear-rest',
  '\u000C': 'redraw',
  '\u000E': 'down',
  '\u0010': 'up',
  '\u0015': 'clear-line',
  '\u0017': 'clear-word',
  '\u001A': 'suspend',
} as const

const nameIn = (names: Readonly<Record<string, KeyName>>, text = ''): KeyName | undefined => names[text]

const ESCAPE = '\u001B'
const PASTE = { begin: '\u001B[200~', end: '\u001B[201~' }
const ESCAPED = /^(\[[0-9;?]*[ -/]*[@-~]|O[A-Za-z])/
/** An incomplete sequence that the next chunk completes. A lone escape is the Escape key instead. */
const UNFINISHED = /^(\[[0-9;?]*[ -/]*|O)$/
const PLAIN = /^\P{Cc}+/u

/**
 * Parses keys from terminal input in any chunks. Text and Enter in one chunk are separated. Pasted text is
 * marked, so that it never presses a key.
 */
export function keyReader(): (chunk: string) => Key[] {
  let pasted: string | null = null
  let unfinished = ''
  return (chunk) => {
    const keys: Key[] = []
    let rest = unfinished + chunk
    unfinished = ''
    while (rest !== '') {
      if (pasted !== null) {
        pasted += rest
        rest = ''
        // In all chunks together, because the marker may be split between two.
        const end = pasted.indexOf(PASTE.end)
        if (end < 0) continue
        rest = pasted.slice(end + PASTE.end.length)
        const text = pasted
          .slice(0, end)
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
        pasted = null
        if (text !== '') keys.push({ name: 'text', text, isPasted: true })
      } else if (rest.startsWith(PASTE.begin)) {
        pasted = ''
        rest = rest.slice(PASTE.begin.length)
      } else if (rest.startsWith(ESCAPE) && UNFINISHED.test(rest.slice(1))) {
        unfinished = rest
        rest = ''
      } else {
        const { key, length } = nextKey(rest)
        if (key) keys.push(key)
        rest = rest.slice(length)
      }
    }
    return keys
  }
}

function nextKey(rest: string): { key: Key | null; length: number } {
  const escaped = rest.startsWith(ESCAPE) ? ESCAPED.exec(rest.slice(1)) : null
  if (escaped) {
    // With Shift, Alt or Control, the sequence of an arrow has a parameter.
    const name = nameIn(SEQUENCES, escaped[1]?.replace(/^\[1;\d/, '['))
    return { key: name ? { name } : null, length: escaped[0].length + 1 }
  }
  if (rest.startsWith(ESCAPE)) return { key: { name: 'escape' }, length: 1 }
  const [text] = PLAIN.exec(rest) ?? []
  if (text !== undefined) return { key: { name: 'text', text, isPasted: false }, length: text.length }
  const name = nameIn(CONTROLS, rest.slice(0, 1))
  return { key: name ? { name } : null, length: 1 }
}
