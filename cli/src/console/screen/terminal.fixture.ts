import { fileURLToPath } from 'node:url'
import { type IPty, spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { expect } from 'vitest'
import { homeIn } from '../../binary.fixture.ts'
import type { Size } from '../state/state.ts'
import { screenSvg } from './screen-svg.fixture.ts'

const binary = fileURLToPath(new URL('../../../bin/inkling.mjs', import.meta.url))
const FRAME = { begin: '\u001B[?2026h', end: '\u001B[?2026l' }
/** On a busy machine a console takes half a minute to bundle the sources and to start. */
const TIMEOUT_MS = 120_000

/** A console, and what it shows. */
export interface TestConsole {
  /** The text on the screen, without trailing blanks. */
  screen(): string
  /** Waits until the screen contains the text, and returns the screen. */
  until(said: string | RegExp): Promise<string>
  type(keys: string): void
  resize(size: Size): void
  /** Everything that was sent to the terminal so far. */
  sent(): string
}

/** A program in a pseudo terminal. */
export interface TerminalConsole extends TestConsole {
  /** The screen as an SVG, with the port and the server's speed replaced. */
  picture(title: string): string
  /** Whether the console uses the alternate screen. */
  hasAlternateScreen(): boolean
  readonly exitCode: Promise<number>
  readonly pty: IPty
}

/** Runs the real binary in a pseudo terminal, with a terminal emulator for its output. */
export const startConsole = (
  args: readonly string[],
  size: Size,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): TerminalConsole => runInTerminal(process.execPath, [binary, ...args], size, cwd, env)

/** Runs any program in such a terminal. */
export function runInTerminal(
  file: string,
  args: readonly string[],
  size: Size,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): TerminalConsole {
  const { columns, rows } = size
  const emulator = emulate(size)
  const { PATH = '' } = process.env
  const pty = spawn(file, [...args], {
    cols: columns,
    rows,
    cwd,
    env: { PATH, ...homeIn(cwd), TERM: 'xterm-256color', NO_COLOR: '1', ...env },
  })
  pty.onData(emulator.write)
  return {
    screen: emulator.screen,
    picture: (title) => screenSvg(emulator.terminal, title, withoutFigures),
    hasAlternateScreen: () => emulator.terminal.buffer.active.type === 'alternate',
    until: emulator.until,
    type: (keys) => pty.write(keys),
    resize(size) {
      emulator.terminal.resize(size.columns, size.rows)
      pty.resize(size.columns, size.rows)
    },
    exitCode: new Promise((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode))),
    sent: emulator.sent,
    pty,
  }
}

/** A terminal emulator. */
export function emulate({ columns, rows }: Size) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  let sent = ''
  let unread = 0
  /** A frame may arrive in chunks. It must be complete before it is read. */
  const isWhole = () => unread === 0 && sent.lastIndexOf(FRAME.begin) <= sent.lastIndexOf(FRAME.end)
  const screen = () => {
    const { active } = terminal.buffer
    const lines = Array.from({ length: terminal.rows }, (_, at) =>
      (active.getLine(active.baseY + at)?.translateToString(true) ?? '').trimEnd(),
    )
    return lines.join('\n').trimEnd()
  }
  return {
    terminal,
    screen,
    sent: () => sent,
    write(data: string) {
      sent += data
      unread++
      terminal.write(data, () => unread--)
    },
    async until(said: string | RegExp): Promise<string> {
      const says = (text: string) => (typeof said === 'string' ? text.includes(said) : said.test(text))
      // Poll without expectations, because a failing one is slow. Expect once at the end.
      const end = performance.now() + TIMEOUT_MS
      while (!(isWhole() && says(screen())) && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      const seen = screen()
      expect(seen).toEqual(
        typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
      )
      return seen
    },
  }
}

/** Replaces figures that differ in each run by others of the same length. */
const withoutFigures = (line: string): string =>
  line.replace(/localhost:\d{5}/g, 'localhost:4000 ').replace(/p99 [ \d]{4} ms/g, 'p99    2 ms')

export const KEY = {
  up: '\u001B[A',
  down: '\u001B[B',
  right: '\u001B[C',
  left: '\u001B[D',
  enter: '\r',
  escape: '\u001B',
  tab: '\t',
  interrupt: '\u0003',
} as const
