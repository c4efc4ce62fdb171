import { fileURLToPath } from 'node:url'
import { startServer } from '@inkling/mock-server/main'
import { afterEach, describe, expect, test } from 'vitest'
import { inkling } from '../binary.fixture.ts'
import { demoDay, golden, HUGE, LARGE, SMALL } from './demo-day.fixture.ts'
import { KEY, sit, type TerminalSeat } from './screen/terminal.fixture.ts'

/* The console on a real server with a frozen clock: in a pseudo terminal, or in this process where that is enough. */

const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const { open, look, url, cwd } = demoDay()
const seats: TerminalSeat[] = []

afterEach(() => {
  for (const seat of seats.splice(0)) seat.pty.kill()
})

describe.each([
  ['80x24', SMALL],
  ['140x45', LARGE],
  ['200x60', HUGE],
])('at %s', (name, size) => {
  test('shows the day, a chosen chain, help and a question', async () => {
    const seat = look(size)
    const day = await seat.until(/^ Inkling {2}●[\s\S]*Night Owls[\s\S]*1 Ivo: bookmark/)
    await expect(golden(day)).toMatchFileSnapshot(`./screens/day-${name}.txt`)

    seat.type(`${KEY.down}j`)
    await seat.until(/▸● Public game[\s\S]*3 Bodil: key/)
    seat.type(KEY.left)
    const chain = await seat.until(/▸2 Pixel[\s\S]*1 Zuzu: key/)
    await expect(golden(chain)).toMatchFileSnapshot(`./screens/chain-${name}.txt`)

    seat.type('?')
    const help = await seat.until('choose a step of its chain')
    await expect(golden(help)).toMatchFileSnapshot(`./screens/help-${name}.txt`)

    seat.type('xd')
    const question = await seat.until('edit the command')
    await expect(golden(question)).toMatchFileSnapshot(`./screens/question-${name}.txt`)
    seat.type('n')
    await seat.until('Each action appears here')
  })
})

describe('the terminal', () => {
  test('is restored when the console quits, with exit code 0', async () => {
    const seat = open()
    await seat.until('Night Owls')
    expect(seat.hasAlternateScreen()).toBe(true)
    seat.type('q')
    expect(await seat.exitCode).toBe(0)
    await expect.poll(seat.hasAlternateScreen).toBe(false)
    expect(seat.screen()).toBe('')
  })

  test('is restored after Ctrl-C and SIGTERM too', async () => {
    const [first, second] = [open(), open()]
    await Promise.all([first.until('Night Owls'), second.until('Night Owls')])
    first.type(KEY.interrupt)
    second.pty.kill('SIGTERM')
    expect(await first.exitCode).toBe(0)
    expect(await second.exitCode).toBe(143)
    await expect.poll(first.hasAlternateScreen).toBe(false)
    await expect.poll(second.hasAlternateScreen).toBe(false)
  })

  test('may change its size, and be too small for a while', async () => {
    const seat = open()
    await seat.until('Night Owls')
    seat.resize(LARGE)
    await seat.until('America/New_York')
    seat.resize({ columns: 50, rows: 12 })
    await seat.until('The console needs 60x16')
    seat.resize(SMALL)
    const screen = await seat.until(/Night Owls[\s\S]*1 Ivo: bookmark[\s\S]*q quit/)
    await expect(golden(screen)).toMatchFileSnapshot('./screens/day-80x24.txt')
  })

  test('is refused with exit code 1 if it cannot move its cursor', async () => {
    const dumb = open(SMALL, [], { TERM: 'dumb' })
    expect(await dumb.exitCode).toBe(1)
    await dumb.until('needs a terminal')
    const { code, stderr } = await inkling(['console', '--target', url()], { cwd: cwd() })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^inkling: the console needs a terminal .*--screen-reader.*\n$/)
  })

  test('is not redrawn while nothing happens', async () => {
    const seat = look()
    await seat.until(/^ Inkling {2}●[\s\S]*Night Owls[\s\S]*1 Ivo: bookmark/)
    // The server is polled every five seconds. After a poll without changes, nothing may be drawn.
    const sent = seat.sent()
    const startTime = performance.now()
    await expect
      .poll(() => performance.now() - startTime, { timeout: 10_000, interval: 250 })
      .toBeGreaterThan(6000)
    expect(seat.sent()).toBe(sent)
  })
})

describe('the command line', () => {
  test('completes commands and ids, runs them, and recalls them', async () => {
    const seat = open(LARGE)
    await seat.until('Night Owls')
    seat.type(':cl')
    await seat.until(': cl')
    seat.type(KEY.tab)
    await seat.until(': clock')
    seat.type(`s${KEY.tab}`)
    await seat.until('show  set')
    seat.type(`h${KEY.tab}${KEY.enter}`)
    await seat.until(/\$ inkling clock show --target .*\n.*2026-03-07T23:40:00.000Z {2}frozen/)
    seat.type(`:${KEY.up}`)
    await seat.until(': clock show')
  })

  test('explains errors in a line, and refuses commands that need a terminal', async () => {
    const seat = open()
    await seat.until('Night Owls')
    seat.type(`:clok show${KEY.enter}`)
    await seat.until("unknown command 'clok'")
    seat.type(`:serve${KEY.enter}`)
    await seat.until('needs its own terminal')
  })

  test('accepts pasted text, which presses no keys in other modes', async () => {
    const seat = look()
    await seat.until('Night Owls')
    seat.type('\u001B[200~dy\n\u001B[201~:\u001B[200~clock\nshow\u001B[201~')
    expect(await seat.until(': clock show')).toContain('Each action appears here')
  })
})

test('the filter shortens the list while it is typed, and Escape shows all again', async () => {
  const seat = look()
  await seat.until('Night Owls')
  seat.type('/owl')
  const filtered = await seat.until("Games with 'owl'")
  expect(filtered).not.toContain('Elm Street')
  seat.type(KEY.enter)
  await seat.until('d daily')
  seat.type(KEY.escape)
  await seat.until('Elm Street')
})

test('a key asks, acts, and shows the equivalent command', async () => {
  const seat = open(LARGE)
  await seat.until('Night Owls')
  seat.type('d')
  await seat.until('Are you sure?')
  seat.type('y')
  await seat.until(/\$ inkling daily trigger --target .*\n.*2026-03-07: 0 games created, 0 completed/)
  seat.type('h')
  await seat.until('Rebuild whose history?')
  seat.type(`bodil${KEY.enter}`)
  await seat.until('Rebuild the history of Bodil')
  seat.type('y')
  await seat.until(/\d+ entries/)
})

test('events are shown at once, and the day is updated', async () => {
  const seat = open(LARGE)
  await seat.until('Night Owls')
  seat.type('b')
  await seat.until('bots run --players 4')
  seat.type(` --seed 7${KEY.enter}`)
  await seat.until(/device id[\s\S]*any other key back/)
  seat.type(KEY.escape)
  await seat.until(/18:40:00 the game is over/)
  await seat.until('1 over')
})

test('opens when inkling runs without arguments on a terminal', async () => {
  const seat = sit([], SMALL, cwd(), { INKLING_TARGET: url() })
  seats.push(seat)
  await seat.until('Night Owls')
})

test('a scenario is chosen from the list and run on its own server, and its steps fold', async () => {
  const seat = sit(['console', '--target', url()], LARGE, checkout, { XDG_STATE_HOME: `${cwd()}/state` })
  seats.push(seat)
  await seat.until('Night Owls')
  seat.type('s')
  await seat.until('scenarios/first-day.yaml')
  seat.type(`jj${KEY.enter}`)
  const screen = await seat.until(/passed: \d+ calls, seed/)
  expect(screen).toMatch(/› +1 ✓/)
  seat.type(KEY.escape)
  await seat.until('t play on this server')
  seat.type('t')
  await seat.until('which changes the current day')
})

test('--read-only refuses changes', async () => {
  const seat = open(SMALL, ['--read-only'])
  await seat.until('Night Owls')
  seat.type('d')
  await seat.until('opened with --read-only')
  seat.type(`:daily trigger${KEY.enter}`)
  await seat.until('--read-only refuses POST')
})

test('a command line asks as in a shell: a protected server requires its name', async () => {
  const server = await startServer({ port: 0, data: null, isProtected: true, adminKey: 'hush-hush' })
  const seat = sit(['console', '--target', server.url, '--admin-key', 'hush-hush'], LARGE, cwd())
  seats.push(seat)
  await seat.until(/Inkling {2}● {2}protected/)
  const { host } = new URL(server.url)
  seat.type(`:world reset${KEY.enter}`)
  await seat.until(`Type ${host} to continue:`)
  seat.type(`y${KEY.enter}`)
  await seat.until(/'y' is not localhost:\d+: nothing was done/)
  seat.type(`:world reset${KEY.enter}`)
  await seat.until(`Type ${host} to continue:`)
  seat.type(`${host}${KEY.enter}`)
  await seat.until('the previous world is saved: inkling world restore before-reset-')
  seat.type('y')
  await seat.until('Copied as curl')
  await seat.until('curl -X DELETE -H')
  await server.close()
})

test('a failed command is reported in its panel', async () => {
  const seat = open(LARGE)
  await seat.until('Night Owls')
  seat.type(`:scenario run nowhere.yaml${KEY.enter}`)
  await seat.until(/✗ failed with exit code \d/)
})
