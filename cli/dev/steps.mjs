import { spawn } from 'node:child_process'

export const root = new URL('../..', import.meta.url).pathname

/** Says what is being done, on standard error so that a command's own output stays clean. */
export const say = (text) => process.stderr.write(`${text}\n`)

/** Ends the process with one sentence that says how to mend it. */
export function giveUp(sentence) {
  say(`inkling: ${sentence}`)
  process.exit(3)
}

/**
 * Runs a command in the root folder with the terminal's streams; resolves to its exit code.
 * @param options.passOn signals that this process hands on to the command in place of ending by them
 */
export function run(command, args, { env = {}, stdio = 'inherit', passOn = [] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    for (const signal of passOn) process.on(signal, () => child.kill(signal))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)))
  })
}
