import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/*
 * The start of the binary compared with a bare Node, and the time of a bot game. Both starts are measured alternately, so
 * that the machine's load cancels out.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const binary = `${root}cli/bin/inkling.mjs`
const PAIRS = 15
const GAMES = 5

const timeOf = (args: readonly string[]): number => {
  const startedAt = performance.now()
  execFileSync(process.execPath, args, { stdio: 'ignore' })
  return performance.now() - startedAt
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

function helpAgainstBareNode(): number {
  timeOf([binary, '--help'])
  return median(Array.from({ length: PAIRS }, () => timeOf([binary, '--help']) / timeOf(['-e', '0'])))
}

async function gameOfFourBots(): Promise<number> {
  const server = spawn(process.execPath, [binary, 'serve', '--memory', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface({ input: server.stdout }), 'line')
    const target = String(line).split(' ').at(-1) ?? ''
    const game = ['bots', 'run', '--players', '4', '--pace', 'fast', '--target', target]
    return (
      median(Array.from({ length: GAMES }, (_, at) => timeOf([binary, ...game, '--seed', String(at)]))) / 1000
    )
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

function report(name: string, value: number, unit: string, bound: number): void {
  process.stdout.write(`${name}: ${value.toFixed(2)} ${unit} (at most ${bound})\n`)
  if (!(value <= bound)) process.exitCode = 1
}

report('inkling --help against a bare node', helpAgainstBareNode(), 'times', 3)
report('a game of four bots over HTTP, the command as a whole', await gameOfFourBots(), 's', 2)
