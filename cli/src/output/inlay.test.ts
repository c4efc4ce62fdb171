import { expect, test } from 'vitest'
import { inlay, withInlays } from './inlay.ts'

test('a placeholder is as wide as its line, and is replaced by the line in its colours', () => {
  const red = '\u001B[31mred\u001B[0m'
  const [plain, coloured] = [inlay('ab', 5), inlay(red, 3)]
  expect([plain.length, coloured.length]).toEqual([5, 3])
  expect(withInlays(`| ${plain} |${coloured}|`)).toBe(`| ab    |${red}|`)
})

test('the same line has the same placeholder, so that it is not redrawn', () => {
  expect(inlay('same', 6)).toBe(inlay('same', 6))
  expect(inlay('same', 6)).not.toBe(inlay('same', 7))
})

test('a private-use character in other text is unchanged', () => {
  expect(withInlays('a name \uE000, another \uF000')).toBe('a name \uE000, another \uF000')
})

test('only the newest lines are stored', () => {
  const first = inlay('first', 8)
  for (let at = 0; at < 6000; at++) inlay(`line ${at}`, 12)
  expect(withInlays(inlay('line 5999', 12)).trim()).toBe('line 5999')
  expect(withInlays(first)).not.toContain('first')
})
