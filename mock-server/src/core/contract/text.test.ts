import { describe, expect, test } from 'vitest'
import { isPrintable, isVisible } from './text.ts'

describe('visible text', () => {
  test.each(['a', 'ё', '字', '7', '?', '🦊', '👨‍👩‍👧', '\u200ba\u200b', '❤️'])('includes %j', (text) => {
    expect(isVisible(text)).toBe(true)
  })

  test.each([
    '',
    ' ',
    '\u200b',
    '\u200d\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\u2800',
    '\u0301',
    '\u0000',
    '\u202e',
    '\u{e0041}',
  ])('does not include %j', (text) => {
    expect(isVisible(text)).toBe(false)
  })
})

describe('printable text', () => {
  test.each(['Owls & Friends', 'naïve Ёж 字', '👨‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️'])('includes %j', (text) => {
    expect(isPrintable(text)).toBe(true)
  })

  test.each(['a\u0000b', 'a\nb', 'a\u202eb', 'a\u2067b', '\u200fa', '\ud83e', 'a\u2028b', '\u0085'])(
    'does not include %j',
    (text) => {
      expect(isPrintable(text)).toBe(false)
    },
  )
})
