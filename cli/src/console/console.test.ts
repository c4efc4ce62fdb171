import { startServer } from '@inkling/mock-server/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inkling } from '../binary.fixture.ts'
import { BINARY } from '../places.ts'
import { demoDay, golden, LARGE, SMALL } from './demo-day.fixture.ts'
import { KEY, runInTerminal, startConsole, type TerminalConsole } from './screen/terminal.fixture.ts'

/* The console on a real server with a frozen clock: in a pseudo terminal, or in this process where that is enough. */

const { open, look, url, cwd, access } = demoDay()
const terminals: TerminalConsole[] = []

afterEach(() => {
  vi.useRealTimers()
  for (const terminal of terminals.splice(0)) terminal.pty.kill()
})

describe.each([
  ['80x24', SMALL],
  ['140x45', LARGE],
])('at %s', (name, size) => {
  test('shows the day, a chosen chain, help and a question', async () => {
    const terminal = look(size)
    // The drawing follows the game.
    const day = await terminal.until(/^ Inkling {2}●[\s\S]*Night Owls[\s\S]*@[\s\S]*1 Teddy: corn/)
    await expect(golden(day)).toMatchFileSnapshot(`./snapshots/day-${name}.txt`)

    terminal.type(`${KEY.down}j`)
    await terminal.until(/▸● Public game[\s\S]*3 Finn: mushroom/)
    terminal.type(KEY.left)
    const chain = await terminal.until(/▸2 Sam-I-Am[\s\S]*::[\s\S]*1 Zuzu: mushroom/)
    await expect(golden(chain)).toMatchFileSnapshot(`./snapshots/chain-${name}.txt`)

    terminal.type('?')
    const help = await terminal.until('choose a step of its chain')
    await expect(golden(help)).toMatchFileSnapshot(`./snapshots/help-${name}.txt`)

    terminal.type('xd')
    const question = await terminal.until('edit the command')
    await expect(golden(question)).toMatchFileSnapshot(`./snapshots/question-${name}.txt`)
    terminal.type('n')
    await terminal.until('Each action appears here')
  })
})

describe('the terminal', () => {
  test('opens without arguments, and is restored when the console quits, with exit code 0', async () => {
    const terminal = startConsole([], SMALL, cwd(), access())
    terminals.push(terminal)
    await terminal.until('Night Owls')
    expect(terminal.hasAlternateScreen()).toBe(true)
    terminal.type('q')
    expect(await terminal.exitCode).toBe(0)
    await expect.poll(terminal.hasAlternateScreen).toBe(false)
    expect(terminal.screen()).toBe('')
  })

  test('is given back to the shell by Ctrl-Z, and taken again by fg in its new size', async () => {
    const shell = runInTerminal('bash', ['--norc', '-i'], SMALL, cwd(), { ...access(), PS1: 'shell> ' })
    terminals.push(shell)
    await shell.until('shell>')
    shell.type(`'${process.execPath}' '${BINARY}' console${KEY.enter}`)
    await shell.until('Night Owls')
    shell.type('\u001A')
    await shell.until(/Stopped[\s\S]*shell>/)
    expect(shell.hasAlternateScreen()).toBe(false)
    shell.resize(LARGE)
    shell.type(`fg${KEY.enter}`)
    await shell.until(/^ Inkling {2}● .*100 games/)
    shell.type('q')
    await shell.until(/fg\n[\s\S]*shell>$/)
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
    const terminal = open()
    await terminal.until('Night Owls')
    terminal.resize(LARGE)
    await terminal.until('America/New_York')
    terminal.resize({ columns: 50, rows: 12 })
    await terminal.until('The console needs 60x16')
    terminal.resize(SMALL)
    const screen = await terminal.until(/Night Owls[\s\S]*1 Teddy: corn[\s\S]*q quit/)
    await expect(golden(screen)).toMatchFileSnapshot('./snapshots/day-80x24.txt')
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
    // Fake time also advances with real time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const terminal = look()
    await terminal.until(/^ Inkling {2}●[\s\S]*Night Owls[\s\S]*@[\s\S]*1 Teddy: corn/)
    const sent = terminal.sent()
    // Each read begins after the one before has ended.
    for (let reads = 0; reads < 2; reads++) {
      const before = await statusReads()
      await expect
        .poll(async () => {
          await vi.advanceTimersByTimeAsync(5000)
          return statusReads()
        })
        .toBeGreaterThan(before)
    }
    expect(terminal.sent()).toBe(sent)
  })
})

/** How often the status of the server was read. */
async function statusReads(): Promise<number> {
  const response = await fetch(`${url()}/metrics`)
  const count = /^inkling_http_request_duration_seconds_count{.*"\/control\/status".*} (\d+)$/m.exec(
    await response.text(),
  )
  return Number(count?.[1])
}

describe('the command line', () => {
  test('completes commands and ids, runs them, and recalls them', async () => {
    const terminal = look(LARGE)
    await terminal.until('Night Owls')
    terminal.type(':cl')
    await terminal.until(': cl')
    terminal.type(KEY.tab)
    await terminal.until(': clock')
    terminal.type(`s${KEY.tab}`)
    await terminal.until('show  set')
    terminal.type(`h${KEY.tab}${KEY.enter}`)
    await terminal.until(/\$ inkling clock show --target .*\n.*2026-03-07 18:40:00 {2}frozen/)
    terminal.type(`:${KEY.up}`)
    await terminal.until(': clock show')
  })

  test('explains errors in a line, and refuses commands that need a terminal', async () => {
    const terminal = look()
    await terminal.until('Night Owls')
    terminal.type(`:clok show${KEY.enter}`)
    await terminal.until("unknown command 'clok'")
    terminal.type(`:serve${KEY.enter}`)
    await terminal.until('needs its own terminal')
  })

  test('accepts pasted text, which presses no keys in other modes', async () => {
    const terminal = look()
    await terminal.until('Night Owls')
    terminal.type('\u001B[200~dy\n\u001B[201~:\u001B[200~clock\nshow\u001B[201~')
    expect(await terminal.until(': clock show')).toContain('Each action appears here')
  })
})

test('the filter shortens the list while it is typed, and Escape shows all again', async () => {
  const terminal = look()
  await terminal.until('Night Owls')
  terminal.type('/owl')
  const filtered = await terminal.until("Games with 'owl'")
  expect(filtered).not.toContain('Elm Street')
  terminal.type(KEY.enter)
  await terminal.until('d daily')
  terminal.type(KEY.escape)
  await terminal.until('Elm Street')
})

test('a key asks, acts, and shows the equivalent command', async () => {
  const terminal = look(LARGE)
  await terminal.until('Night Owls')
  terminal.type('d')
  await terminal.until('Are you sure?')
  terminal.type('y')
  await terminal.until(/\$ inkling daily trigger --target .*\n.*2026-03-07: 0 games created, 0 completed/)
  terminal.type('h')
  await terminal.until('Rebuild whose history?')
  terminal.type(`bodil${KEY.enter}`)
  await terminal.until('Rebuild the history of Bodil')
  terminal.type('y')
  await terminal.until(/\d+ entries/)
})

test('events are shown at once, and the day is updated', async () => {
  const terminal = look(LARGE)
  await terminal.until('Night Owls')
  terminal.type('b')
  await terminal.until('bots run --players 4')
  terminal.type(` --seed 7${KEY.enter}`)
  await terminal.until(/device id[\s\S]*any other key back/)
  terminal.type(KEY.escape)
  await terminal.until(/18:40:00 the game is over/)
  await terminal.until('1 over')
})

test('a scenario is chosen from the list and run on its own server, and its steps fold', async () => {
  const terminal = look(LARGE)
  await terminal.until('Night Owls')
  terminal.type('s')
  await terminal.until('first-day')
  terminal.type(`jj${KEY.enter}`)
  const screen = await terminal.until(/passed: \d+ calls, seed/)
  expect(screen).toMatch(/› +1 ✓/)
  terminal.type(KEY.escape)
  await terminal.until('t run on this server')
  terminal.type('t')
  await terminal.until('which changes the current day')
})

test('--read-only refuses changes', async () => {
  const terminal = open(SMALL, ['--read-only'])
  await terminal.until('Night Owls')
  terminal.type('d')
  await terminal.until('opened with --read-only')
  terminal.type(`:daily trigger${KEY.enter}`)
  await terminal.until('--read-only refuses POST')
})

test('a command line asks as in a shell: a protected server requires its name', async () => {
  const server = await startServer({ port: 0, data: null, isProtected: true, adminKey: 'hush-hush' })
  const terminal = startConsole(['console', '--target', server.url, '--admin-key', 'hush-hush'], LARGE, cwd())
  terminals.push(terminal)
  await terminal.until(/Inkling {2}● {2}protected/)
  const { host } = new URL(server.url)
  terminal.type(`:world reset${KEY.enter}`)
  await terminal.until(`Type ${host} to continue:`)
  terminal.type(`y${KEY.enter}`)
  await terminal.until(/'y' is not localhost:\d+: nothing was done/)
  terminal.type(`:world reset${KEY.enter}`)
  await terminal.until(`Type ${host} to continue:`)
  terminal.type(`${host}${KEY.enter}`)
  await terminal.until('the previous world is saved: inkling world restore before-reset-')
  terminal.type('y')
  await terminal.until('Copied as curl')
  await terminal.until('curl -X DELETE -H')
  await server.close()
})

test('a failed command is reported in its panel', async () => {
  const terminal = look(LARGE)
  await terminal.until('Night Owls')
  terminal.type(`:scenario run nowhere.yaml${KEY.enter}`)
  await terminal.until(/✗ failed with exit code \d/)
})
