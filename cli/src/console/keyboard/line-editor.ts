import type { Key } from './keys.ts'

/** A line that is being typed, with the position of the cursor. */
export interface Line {
  readonly text: string
  readonly cursor: number
}

export const lineOf = (text: string): Line => ({ text, cursor: text.length })
export const EMPTY_LINE: Line = lineOf('')

/** The line after a key; null if the key does not edit. */
export function edited({ text, cursor }: Line, key: Key): Line | null {
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)]
  switch (key.name) {
    case 'text':
      return { text: before + key.text + after, cursor: cursor + key.text.length }
    case 'backspace': {
      const shorter = before.slice(0, -(last(before)?.length ?? 0) || before.length)
      return { text: shorter + after, cursor: shorter.length }
    }
    case 'delete':
      return { text: before + after.slice([...graphemes.segment(after)][0]?.segment.length ?? 0), cursor }
    case 'left':
      return { text, cursor: cursor - (last(before)?.length ?? 0) }
    case 'right':
      return { text, cursor: cursor + ([...graphemes.segment(after)][0]?.segment.length ?? 0) }
    case 'home':
      return { text, cursor: 0 }
    case 'end':
      return { text, cursor: text.length }
    case 'clear-line':
      return { text: after, cursor: 0 }
    case 'clear-rest':
      return { text: before, cursor }
    case 'clear-word': {
      const shorter = before.replace(/\S*\s*$/, '')
      return { text: shorter + after, cursor: shorter.length }
    }
    default:
      return null
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const last = (text: string): string | undefined => [...graphemes.segment(text)].at(-1)?.segment
