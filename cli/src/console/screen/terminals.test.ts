import { expect, test } from 'vitest'
import { start } from '../../binary.fixture.ts'
import { demoDay, LARGE, SMALL } from '../demo-day.fixture.ts'
import { KEY } from './terminal.fixture.ts'

/* Limited terminals, and screen readers. */

const day = demoDay()
const READY = /Night Owls[\s\S]*1 Teddy: corn/
/** Colours as numbers: 38;5;n of 256, 38;2;r;g;b of millions. */
const MANY_COLOURS = /\[[\d;]*[34]8;[25];/
const ANY_COLOUR = /\[[\d;]*(?:3[0-7]|4[0-7]|9[0-7])[;m]/
const COLOURFUL = { NO_COLOR: '' }

test('without Unicode frames, marks and drawings are ASCII', async () => {
  const terminal = day.open(LARGE, [], { ...COLOURFUL, COLORTERM: 'truecolor', LANG: 'C' })
  const screen = await terminal.until(READY)
  expect(screen).toContain('+- Games today -')
  terminal.type('v')
  await terminal.until('* drew  ? guessed')
  terminal.type(KEY.escape)
  await terminal.until('+- Games today -')
  terminal.type(KEY.enter)
  // The drawing in shades.
  await terminal.until(/^(?![\s\S]*Games today)[\s\S]*[.:*#@-][.:*#@=-]{2}/)
  expect(terminal.sent()).not.toMatch(/[^\0-\x7f]/)
})

test('for screen readers everything is printed as lines', async () => {
  const words = ['console', '--screen-reader', '--target', day.url()]
  const reader = start(words, { cwd: day.cwd(), env: day.access() })
  await expect.poll(reader.said, { timeout: 20_000 }).toContain('27 players, 4 games of the day.')
  reader.process.stdin?.write('games\ngame 1\nclock freeze\nnonsense\nquit\n')
  const { code, stdout } = await reader.ended
  expect(code).toBe(0)
  expect(stdout).toContain('1: Elm Street 12, corn, active, 2 of 4 have played.')
  expect(stdout).toContain('1: Teddy drew corn.')
  expect(stdout).toContain('2026-03-07 18:40:00  frozen  (America/New_York)')
  expect(stdout).toContain("unknown command 'nonsense'")
  expect(stdout).not.toContain('\u001B')
})

// Without colour: see console.test.ts. Millions of colours: the pictures of the guides.
test.each([
  ['16 colours', 'xterm-16color', false],
  ['256 colours', 'xterm-256color', true],
] as const)('in a terminal with %s (%s) no others are sent', async (_, TERM, hasMany) => {
  const terminal = day.open(SMALL, [], { ...COLOURFUL, TERM })
  await terminal.until('Night Owls')
  terminal.type(`/owl${KEY.enter}`)
  const named = await terminal.until(/Games with 'owl'[\s\S]*1 \S+: violin/)
  // Drawings are read after names.
  const screen = hasMany ? await terminal.until('▀▀▀') : named
  expect(ANY_COLOUR.test(terminal.sent()) || MANY_COLOURS.test(terminal.sent())).toBe(true)
  expect(MANY_COLOURS.test(terminal.sent())).toBe(hasMany)
  expect(screen.includes('▀▀▀')).toBe(hasMany)
})
