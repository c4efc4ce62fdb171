import { counted } from '@inkling/scenarios/text/counted'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'
import type { Recorded } from './recording.ts'

/** What a recording contains, how to replay it, and the calls that are not in it. */
export function recordingText(
  { file, steps, bots, drawings, world, leftOut }: Recorded,
  { paint }: Page,
): string {
  const counts = [counted(steps, 'step'), counted(bots, 'player'), counted(drawings, 'drawing')]
  const start = world === null ? '' : ` It starts with the world in ${world}.`
  const rows = leftOut.map(({ call, reason, count }) => [String(count), call, reason])
  return [
    ...(rows.length === 0 ? [] : [table(['left out', 'call', 'reason'], rows, paint)]),
    `${file}: ${counts.join(', ')}.${start}`,
    `Replay it: ${invocation()} ${commandLine(['scenario', 'run', file])}`,
  ].join('\n')
}
