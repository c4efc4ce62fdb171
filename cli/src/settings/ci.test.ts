import { expect, test } from 'vitest'
import { isCi } from './ci.ts'

test.each([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
  ['1', true],
  ['woodpecker', true],
])('CI=%s', (CI, expected) => expect(isCi({ CI })).toBe(expected))
