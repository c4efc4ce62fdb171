import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { demoDay } from '../demo-day.fixture.ts'
import { KEY, sit } from './terminal.fixture.ts'

/* The pictures of the READMEs, drawn from the real screen. `vitest -u` replaces them. */

// The test starts processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const day = demoDay()
const checkout = fileURLToPath(new URL('../../../..', import.meta.url))
const SIZE = { columns: 116, rows: 34 }
const COLORS = { NO_COLOR: '', COLORTERM: 'truecolor' }

const pictureOf = (name: string) => `../../../pictures/${name}.svg`

test('a day, a chain and a scenario look as in the READMEs', async () => {
  const seat = sit(['console', '--target', day.url()], SIZE, checkout, {
    ...COLORS,
    XDG_STATE_HOME: `${day.cwd()}/state`,
  })
  await seat.until(/Night Owls[\s\S]*1 Ivo: bookmark/)
  seat.type('c')
  await seat.until('Are you sure?')
  seat.type('y')
  await seat.until('2 turns filled')
  await seat.until(/1 over ─[\s\S]* · completed ─[\s\S]*▀{12}[\s\S]*the game is over/)
  await expect(seat.picture()).toMatchFileSnapshot(pictureOf('day'))

  seat.type(KEY.enter)
  await seat.until(/^(?![\s\S]*Games today)[\s\S]*▀{12}/)
  await expect(seat.picture()).toMatchFileSnapshot(pictureOf('chain'))

  seat.type(`${KEY.enter}s`)
  await seat.until('scenarios/first-day.yaml')
  seat.type(`/first-day${KEY.enter}`)
  await seat.until("Scenarios with 'first-day'")
  seat.type(KEY.enter)
  await seat.until(/passed: \d+ calls, seed/)
  await expect(seat.picture()).toMatchFileSnapshot(pictureOf('scenario'))
  seat.pty.kill()
})
