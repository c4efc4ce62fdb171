import type { Size } from '../state/state.ts'

const ENTER = '\u001B[?1049h\u001B[?25l\u001B[?2004h\u001B[2J\u001B[H'
const LEAVE = '\u001B[?2004l\u001B[0m\u001B[?25h\u001B[?1049l'
/** A process that still runs after this time was not stopped: there is no shell with job control. */
const UNSTOPPED_MS = 500
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Exit codes for signals, as in shells. */
const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** The sequence that copies a text to the clipboard (OSC 52). Terminals that do not support it ignore it. */
export const toClipboard = (text: string): string =>
  `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`

export interface Terminal {
  readonly size: () => Size
  write(text: string): void
  /** Restores the terminal and stops the process until the shell continues it (`fg`). */
  suspend(): void
  leave(): void
}

/**
 * Switches to the alternate screen and raw keyboard input, and restores both however the process ends.
 * @param onEnd called when a signal or the end of the input ends the console.
 */
export function takeTerminal(
  onInput: (text: string) => void,
  onResize: () => void,
  onEnd: (exitCode: number) => void,
): Terminal {
  const { stdin, stdout } = process
  let isActive = true
  let isSuspended = false
  let unstopped: NodeJS.Timeout | undefined
  const restore = () => {
    stdin.setRawMode(false)
    stdin.pause()
    stdout.write(LEAVE)
  }
  const enter = () => {
    // Node does not set a mode that it has set before, although the shell may have changed it.
    stdin.setRawMode(false)
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(ENTER)
  }
  const leave = () => {
    if (!isActive) return
    isActive = false
    stdout.off('resize', onResize)
    process.off('SIGCONT', resume)
    restore()
  }
  const resume = () => {
    clearTimeout(unstopped)
    if (!isActive) return
    isSuspended = false
    enter()
    // Only the job in the foreground is told about another size.
    process.kill(process.pid, 'SIGWINCH')
    // The terminal shows the output of other programs.
    onResize()
  }
  const suspend = () => {
    if (process.platform === 'win32') return
    restore()
    isSuspended = true
    // The whole job stops, as the shell expects.
    process.kill(0, 'SIGTSTP')
    // Without job control nothing stops the process or continues it.
    unstopped = setTimeout(resume, UNSTOPPED_MS)
  }
  process.on('SIGCONT', resume)
  enter()
  stdin.setEncoding('utf8')
  stdin.on('data', onInput)
  stdin.once('end', () => onEnd(CODES.SIGHUP))
  // A closed terminal can neither be read nor written.
  stdin.once('error', () => onEnd(CODES.SIGHUP))
  stdout.on('resize', onResize)
  process.once('exit', leave)
  for (const signal of SIGNALS) process.on(signal, () => onEnd(CODES[signal]))
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    write(text) {
      // Between SIGCONT and its handler the screen is still the shell's. Everything is redrawn afterwards.
      if (!isSuspended) stdout.write(text)
    },
    suspend,
    leave,
  }
}
