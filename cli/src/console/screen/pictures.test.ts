import { describe, expect, test } from 'vitest'
import { demoDay, golden, HUGE, LARGE, SMALL } from '../demo-day.fixture.ts'
import { KEY } from './terminal.fixture.ts'

/* Replays, the day view, menus, and running bots. */

const day = demoDay()
const READY = /^ Inkling {2}●[\s\S]*Night Owls[\s\S]*1 Ivo: bookmark/

describe.each([
  ['80x24', SMALL],
  ['140x45', LARGE],
  ['200x60', HUGE],
])('at %s', (name, size) => {
  test('a chain is replayed, and the day is shown as a picture', async () => {
    const seat = day.look(size, { isAnimated: false })
    await seat.until(READY)
    seat.type('p')
    await seat.until(/▸1 Ivo draws bookmark[\s\S]*stroke 0 of \d/)
    seat.type(' ')
    const first = await seat.until(/stroke 1 of \d/)
    await expect(golden(first)).toMatchFileSnapshot(`../screens/replay-${name}.txt`)
    seat.type(KEY.right)
    await seat.until(/▸2 Teddy “a bookmark” 100%[\s\S]*Teddy guesses/)
    seat.type(KEY.escape)
    await seat.until('d daily')

    seat.type('v')
    const picture = await seat.until(/The day 2026-03-07[\s\S]*◆ guessed/)
    await expect(golden(picture)).toMatchFileSnapshot(`../screens/picture-${name}.txt`)
  })

  test('the menus of clock and faults show their commands', async () => {
    const seat = day.look(size)
    await seat.until(READY)
    seat.type('f')
    const menu = await seat.until('remove all faults')
    await expect(golden(menu)).toMatchFileSnapshot(`../screens/faults-${name}.txt`)
    seat.type(KEY.escape)
    await seat.until('Games today')
    seat.type('t')
    await seat.until('freeze the clock')
    seat.type(KEY.escape)
    await seat.until('Games today')
  })
})

test('a replay advances automatically, can be paused and skipped to the end, and closes with Escape', async () => {
  const seat = day.look()
  await seat.until(READY)
  seat.type('p')
  await seat.until(/stroke [1-9] of \d/)
  await seat.until(/stroke [4-9] of \d/)
  seat.type(' ')
  await seat.until('paused')
  seat.type(KEY.right)
  await seat.until('the end')
  expect(seat.screen()).toContain('▸2 Teddy “a bookmark” 100%')
  await seat.until('Teddy guesses')
  seat.type(KEY.escape)
  await seat.until('▸2 Teddy')
})

test("a menu's command is run and shown, and an incomplete one can be completed by hand", async () => {
  const seat = day.open()
  await seat.until(READY)
  seat.type(`fremove all${KEY.enter}`)
  await seat.until(/\$ inkling fault clear[\s\S]*no faults/)
  seat.type(`tset a time${KEY.enter}`)
  await seat.until(': clock set')
})

test('each playing bot has a line until the output is complete', async () => {
  const seat = day.open(LARGE)
  await seat.until(READY)
  seat.type(`:bots run --players 3 --seed 3 --personas steady,careless,absent${KEY.enter}`)
  await seat.until(/Bots · [\s\S]*[●◐] \w+ +steady/)
  await seat.until(/The game is open: \w+ has not played/)
  seat.type('x')
  await seat.until(/Commands[\s\S]*bots run/)
})
