import { startServer } from '@inkling/mock-server/server'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { homeIn } from '../binary.fixture.ts'
import { BINARY } from '../places.ts'
import { programFixture } from '../program.fixture.ts'
import { demoDay, golden, LARGE, SMALL } from './demo-day.fixture.ts'
import { consolesInProcess } from './screen/in-process.fixture.ts'
import { KEY, runInTerminal, type TerminalConsole } from './screen/terminal.fixture.ts'

/* The console on a real server with a frozen clock: in a pseudo terminal, or in this process where that is enough. */

const { open, look, url, cwd, access } = demoDay()
const { start } = consolesInProcess()
const { run } = programFixture({})
const terminals: TerminalConsole[] = []
/** As numbers of the palette, of 256 or of millions. */
const ANY_COLOUR = /\[[\d;]*(?:3[0-8]|4[0-8]|9[0-7])[;m]/
/** The drawing follows the game. */
const DAY = /^ Inkling {2}●[\s\S]*Night Owls[\s\S]*@[\s\S]*1 Teddy: corn/

afterEach(() => {
  vi.useRealTimers()
  for (const terminal of terminals.splice(0)) terminal.pty.kill()
})

test('shows the day, also as a picture, menus, a chosen chain, a question and help', async () => {
  const terminal = look(SMALL)
  const shows = async (said: string | RegExp, name: string) =>
    expect(golden(await terminal.until(said))).toMatchFileSnapshot(`./snapshots/${name}.txt`)
  await shows(DAY, 'day-80x24')
  terminal.type('v')
  await shows(/The day 2026-03-07[\s\S]*◆ guessed/, 'picture-80x24')
  terminal.type(KEY.escape)
  await terminal.until('Games today')
  terminal.type('f')
  await shows('remove all faults', 'faults-80x24')
  terminal.type(KEY.escape)
  await terminal.until('Games today')
  terminal.type(`${KEY.down}j`)
  await terminal.until(/▸● Public game[\s\S]*3 Finn: mushroom/)
  terminal.type(KEY.left)
  await shows(/▸2 Sam-I-Am[\s\S]*::[\s\S]*1 Zuzu: mushroom/, 'chain-80x24')
  terminal.type('d')
  await shows('edit the command', 'question-80x24')
  terminal.type('n')
  await terminal.until('Each action appears here')
  terminal.type('g')
  terminal.resize(LARGE)
  await shows(/^ Inkling {2}● .*America\/New_York[\s\S]*@[\s\S]*1 Teddy: corn/, 'day-140x45')
  terminal.type('?')
  await shows('choose a step of its chain', 'help-140x45')
})

test("a menu's command is run and shown, and one that needs a text asks for it", async () => {
  const terminal = look()
  await terminal.until('Night Owls')
  terminal.type(`fremove all${KEY.enter}`)
  await terminal.until(/\$ inkling fault remove[\s\S]*no faults/)
  terminal.type(`tset a time${KEY.enter}`)
  await terminal.until('Which time?')
})

describe('the terminal', () => {
  test('is taken without arguments, given back to the shell by Ctrl-Z, taken again by fg, and restored', async () => {
    const shell = runInTerminal('bash', ['--norc', '-i'], SMALL, cwd(), { ...access(), PS1: 'shell> ' })
    terminals.push(shell)
    await shell.until('shell>')
    shell.type(`'${process.execPath}' '${BINARY}'${KEY.enter}`)
    await shell.until('Night Owls')
    expect(shell.hasAlternateScreen()).toBe(true)
    shell.type('\u001A')
    await shell.until(/Stopped[\s\S]*shell>/)
    expect(shell.hasAlternateScreen()).toBe(false)
    // In its new size, which may change while it runs, and be too small for a while.
    shell.resize(LARGE)
    shell.type(`fg${KEY.enter}`)
    await shell.until(/^ Inkling {2}● .*100 games .*America\/New_York/)
    shell.resize({ columns: 50, rows: 12 })
    await shell.until('The console needs 60x16')
    shell.resize(SMALL)
    const screen = await shell.until(/Night Owls[\s\S]*1 Teddy: corn[\s\S]*q quit/)
    await expect(golden(screen)).toMatchFileSnapshot('./snapshots/day-80x24.txt')
    shell.type('q')
    await shell.until(/fg\n[\s\S]*shell>$/)
    expect(shell.hasAlternateScreen()).toBe(false)
    shell.type(`echo "code $?"${KEY.enter}`)
    await shell.until('code 0')
  })

  test('is restored after Ctrl-C and SIGTERM too, and shows no colour if NO_COLOR is set', async () => {
    const [first, second] = [open(), open(SMALL, [], { COLORTERM: 'truecolor' })]
    await Promise.all([first.until(DAY), second.until(DAY)])
    first.type(KEY.interrupt)
    second.pty.kill('SIGTERM')
    expect(await first.exitCode).toBe(0)
    expect(await second.exitCode).toBe(143)
    for (const terminal of [first, second]) {
      await expect.poll(terminal.hasAlternateScreen).toBe(false)
      expect(terminal.screen()).toBe('')
      // NO_COLOR is set.
      expect(terminal.sent()).not.toMatch(ANY_COLOUR)
    }
  })

  test('is refused with exit code 1 if it cannot move its cursor', async () => {
    const dumb = open(SMALL, [], { TERM: 'dumb' })
    expect(await dumb.exitCode).toBe(1)
    await dumb.until('needs a terminal')
    const { code, stderr } = await run(['console', '--target', url()])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^inkling: the console needs a terminal .*--screen-reader.*\n$/)
  })

  test('is not redrawn while nothing happens', async () => {
    // Fake time also advances with real time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const terminal = look()
    await terminal.until(DAY)
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
  test('completes commands and ids, runs them, recalls them, and explains errors', async () => {
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
    // Errors are explained in the line, in a panel, or before a command starts.
    terminal.type(`${KEY.escape}:clok show${KEY.enter}`)
    await terminal.until("unknown command 'clok'")
    terminal.type(`:clock advance soon${KEY.enter}`)
    await terminal.until(/✗ failed with exit code 1/)
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

test('each bot has a line while it plays, events are shown at once, and the day is updated', async () => {
  const terminal = look(LARGE)
  await terminal.until('Night Owls')
  terminal.type('b')
  await terminal.until('bots run --players 4')
  terminal.type(` --seed 7 --personas steady,careless${KEY.enter}`)
  await terminal.until(/Bots · [\s\S]*[●◐] \w+ +steady/)
  await terminal.until(/device id[\s\S]*any other key back/)
  terminal.type(KEY.escape)
  await terminal.until(/18:40:00 the game is over/)
  await terminal.until('1 over')
})

test('--read-only refuses changes', async () => {
  const flags = { target: url(), adminKey: access().INKLING_ADMIN_KEY, readOnly: true }
  const terminal = start(flags, SMALL, { environment: homeIn(cwd()) })
  await terminal.until('Night Owls')
  terminal.type('d')
  await terminal.until('opened with --read-only')
  terminal.type(`:daily trigger${KEY.enter}`)
  await terminal.until('--read-only refuses POST')
})

test('a command line asks as in a shell: a protected server requires its name', async () => {
  const server = await startServer({ port: 0, data: null, isProtected: true, adminKey: 'hush-hush' })
  onTestFinished(() => server.close())
  const terminal = start({ target: server.url, adminKey: 'hush-hush' }, LARGE, {
    environment: { ...homeIn(cwd()), PATH: process.env.PATH ?? '' },
  })
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
})
