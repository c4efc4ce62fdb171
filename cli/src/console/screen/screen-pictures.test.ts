import { fileURLToPath } from 'node:url'
import xterm from '@xterm/headless'
import chalk from 'chalk'
import { expect, test } from 'vitest'
import { STATUS } from '../../views/screen.fixture.ts'
import { show } from '../../views/show.tsx'
import { demoDay } from '../demo-day.fixture.ts'
import type { LoadProgress } from '../state/load-progress.ts'
import { type ConsoleState, firstState } from '../state/state.ts'
import { createStore } from '../store.ts'
import { Screen } from './screen.ts'
import { screenSvg } from './screen-svg.fixture.ts'
import { KEY, startConsole } from './terminal.fixture.ts'

/* The pictures of the guides, drawn from the real screen. `vitest -u` replaces them. */

const day = demoDay()
const checkout = fileURLToPath(new URL('../../../..', import.meta.url))
const SIZE = { columns: 116, rows: 34 }
const COLORS = { NO_COLOR: '', COLORTERM: 'truecolor' }

const pictureOf = (name: string) => `../../../pictures/${name}.svg`

test('the pictures of a day, a chain and a scenario in the guides are up to date', async () => {
  const terminal = startConsole(['console', '--target', day.url()], SIZE, checkout, {
    ...COLORS,
    ...day.access(),
    XDG_STATE_HOME: `${day.cwd()}/state`,
  })
  await terminal.until(/Night Owls[\s\S]*1 Teddy: corn/)
  terminal.type('c')
  await terminal.until('Are you sure?')
  terminal.type('y')
  await terminal.until('2 turns filled')
  await terminal.until(/1 over ─[\s\S]* · completed ─[\s\S]*▀{12}[\s\S]*the game is over/)
  await expect(terminal.picture('The console shows a day')).toMatchFileSnapshot(pictureOf('day'))

  terminal.type(KEY.enter)
  await terminal.until(/^(?![\s\S]*Games today)[\s\S]*▀{12}/)
  await expect(terminal.picture('The console shows a chain')).toMatchFileSnapshot(pictureOf('chain'))

  terminal.type(`${KEY.enter}s`)
  await terminal.until('first-day')
  terminal.type(`/first-day${KEY.enter}`)
  await terminal.until("Scenarios with 'first-day'")
  terminal.type(KEY.enter)
  await terminal.until(/passed: \d+ calls, seed/)
  await expect(terminal.picture('The console shows a scenario')).toMatchFileSnapshot(pictureOf('scenario'))
  terminal.pty.kill()
})

const call = (name: string, count: number, p50: number, p95: number, p99: number, max: number) => ({
  name,
  count,
  p50,
  p95,
  p99,
  max,
  errors: 0,
})

/** Sample figures, since those of a real load differ each time. */
const LOAD: LoadProgress = {
  entry: 1,
  says: 'measuring',
  isOver: false,
  view: {
    name: 'an evening with a peak at eight',
    seconds: 96,
    ofSeconds: 300,
    isWarmUp: false,
    wanted: 412,
    reached: 409,
    active: 388,
    arrived: 702,
    turns: 1240,
    calls: [
      call('get-today', 21_460, 1.9, 4.4, 9.1, 48),
      call('start-turn', 1322, 3.2, 7.8, 14, 52),
      call('submit-turn', 1240, 8.5, 16, 31, 95),
      call('submit-guess', 2210, 2.6, 6.1, 12, 44),
      call('get-yesterday', 702, 2.1, 5.0, 11, 39),
    ],
    errors: {},
    latenessP99: 1.4,
    cpu: 0.41,
    memoryMb: 164,
    isBottleneck: false,
    p99s: Array.from(
      { length: 96 },
      (_, at) => 9 + ((at * 7) % 11) + (at > 60 ? 14 : 0) + (at % 23 === 0 ? 12 : 0),
    ),
  },
}

test('the picture of a load in the guides is up to date', async () => {
  const { level } = chalk
  // Ink uses chalk, which disables colours without a terminal.
  chalk.level = 3
  const state: ConsoleState = {
    ...firstState('http://localhost:4000', SIZE, 'local'),
    connection: 'live',
    kind: 'reference',
    status: { ...STATUS, now: '2026-03-08T00:58:00.000Z', counts: { users: 2000, groups: 400, games: 400 } },
    mode: { name: 'load' },
    load: LOAD,
  }
  const terminal = new xterm.Terminal({ cols: SIZE.columns, rows: SIZE.rows, allowProposedApi: true })
  const written: Promise<void>[] = []
  const send = (text: string) => void written.push(new Promise((resolve) => terminal.write(text, resolve)))
  const shown = show(createStore(state), 2 ** 24, new Screen(SIZE, send))
  await expect.poll(() => written.length).toBeGreaterThan(0)
  await Promise.all(written)
  shown.unmount()
  chalk.level = level
  await expect(screenSvg(terminal, 'The console shows a load')).toMatchFileSnapshot(pictureOf('load'))
})
