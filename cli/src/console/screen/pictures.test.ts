import { describe, expect, test } from 'vitest'
import { demoDay, golden, LARGE, SMALL } from '../demo-day.fixture.ts'
import { KEY } from './terminal.fixture.ts'

/* The day view, menus, and running bots. */

const day = demoDay()
const READY = /^ Inkling {2}●[\s\S]*Night Owls[\s\S]*1 Teddy: corn/

describe.each([
  ['80x24', SMALL],
  ['140x45', LARGE],
])('at %s', (name, size) => {
  test('the day is shown as a picture', async () => {
    const terminal = day.look(size)
    await terminal.until(READY)
    terminal.type('v')
    const picture = await terminal.until(/The day 2026-03-07[\s\S]*◆ guessed/)
    await expect(golden(picture)).toMatchFileSnapshot(`../snapshots/picture-${name}.txt`)
  })

  test('the menus of clock and faults show their commands', async () => {
    const terminal = day.look(size)
    await terminal.until(READY)
    terminal.type('f')
    const menu = await terminal.until('remove all faults')
    await expect(golden(menu)).toMatchFileSnapshot(`../snapshots/faults-${name}.txt`)
    terminal.type(KEY.escape)
    await terminal.until('Games today')
    terminal.type('t')
    await terminal.until('freeze the clock')
    terminal.type(KEY.escape)
    await terminal.until('Games today')
  })
})

test("a menu's command is run and shown, and one that needs a text asks for it", async () => {
  const terminal = day.look()
  await terminal.until(READY)
  terminal.type(`fremove all${KEY.enter}`)
  await terminal.until(/\$ inkling fault remove[\s\S]*no faults/)
  terminal.type(`tset a time${KEY.enter}`)
  await terminal.until('Which time?')
})

test('each playing bot has a line until the output is complete', async () => {
  const terminal = day.look(LARGE)
  await terminal.until(READY)
  terminal.type(`:bots run --players 3 --seed 3 --personas steady,careless,absent${KEY.enter}`)
  await terminal.until(/Bots · [\s\S]*[●◐] \w+ +steady/)
  await terminal.until(/The game is open: \w+ has not played/)
  terminal.type('x')
  await terminal.until(/Commands[\s\S]*bots run/)
})
