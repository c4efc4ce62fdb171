import { spawn } from 'node:child_process'

export const root = new URL('..', import.meta.url).pathname

/** Prints progress to standard error, so that standard output contains only a command's own output. */
export const say = (text) => process.stderr.write(`${text}\n`)

/** Ends the process with an error message that says what to do. */
export function giveUp(sentence) {
  say(`inkling: ${sentence}`)
  process.exit(3)
}

/**
 * Runs a command in the root folder, by default with this process's streams. Resolves to its exit code.
 * @param options.passOn signals that this process passes on to the command instead of ending
 */
export function run(command, args, { env = {}, stdio = 'inherit', passOn = [] } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } })
    for (const signal of passOn) process.on(signal, () => child.kill(signal))
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? (signal ? 130 : 1)))
  })
}

/**
 * Runs a command in the root folder and collects its output, so that it can be printed in one piece.
 * Resolves to the exit code and the output of both streams, in order of arrival.
 */
export function runQuietly(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    const written = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(written).toString() }))
  })
}
