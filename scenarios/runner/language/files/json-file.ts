import { ScenarioFileError } from './file-error.ts'
import { positionAt, textOfFile } from './text-file.ts'

/**
 * The value of a JSON file.
 * @param file its name in errors.
 * @throws {ScenarioFileError} for a file that is not UTF-8 or not JSON, with the position.
 */
export function jsonOfFile(bytes: Uint8Array, file: string): unknown {
  const text = textOfFile(bytes, file)
  try {
    return JSON.parse(text)
  } catch {
    // The engine's own sentence has no position for short texts, and another wording in each version.
    const offset = mistakeIn(text)
    const found = text.slice(offset, offset + 20).split('\n', 1)[0] ?? ''
    const message =
      found === ''
        ? 'this file is not JSON: it ends too early'
        : `this file is not JSON: '${found}' is not expected here; check quotes, commas and brackets before it`
    throw new ScenarioFileError([{ file, ...positionAt(text, offset), message }])
  }
}

const SPACE = /[ \t\n\r]*/y
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

/** The offset of the first token that JSON does not allow there. */
function mistakeIn(text: string): number {
  const open: string[] = []
  let expected: 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' = 'value'
  for (let at = 0; ; ) {
    SPACE.lastIndex = at
    at += SPACE.exec(text)?.[0].length ?? 0
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) return at
    const isEnd = token === (open.at(-1) === '{' ? '}' : ']')
    if (isEnd && expected.endsWith('or end') && open.length > 0) {
      open.pop()
      expected = 'comma or end'
    } else if (expected === 'colon') {
      if (token !== ':') return at
      expected = 'value'
    } else if (expected === 'comma or end') {
      if (token !== ',' || open.length === 0) return at
      expected = open.at(-1) === '{' ? 'key' : 'value'
    } else if (expected.startsWith('key')) {
      if (!token.startsWith('"')) return at
      expected = 'colon'
    } else if (token === '{' || token === '[') {
      open.push(token)
      expected = token === '{' ? 'key or end' : 'value or end'
    } else if (/^[}\],:]/.test(token)) {
      return at
    } else {
      expected = 'comma or end'
    }
    at += token.length
  }
}
