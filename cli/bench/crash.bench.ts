import { crashRepeatedly } from './crash.ts'

/* Acknowledged writes lost in kills of the server, and the time of a restart. */

const KILLS = Number(process.env.INKLING_CRASH_KILLS ?? 500)

const { kills, acknowledged, lost, slowestRestart } = await crashRepeatedly(KILLS, 'bench')
const restart = slowestRestart / 1000
process.stdout.write(
  `acknowledged writes lost in ${kills} kills, of ${acknowledged}: ${lost.length} (at most 0)\n`,
)
process.stdout.write(`slowest restart after a kill: ${restart.toFixed(2)} s (at most 2)\n`)
if (lost.length > 0 || restart > 2) process.exitCode = 1
for (const each of lost.slice(0, 10)) process.stdout.write(`lost: ${each}\n`)
