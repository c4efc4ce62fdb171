import { basename } from 'node:path'
import type { ScenarioSummary } from '../operations/scenario-files.ts'

/** The index of a folder of scenarios, in Markdown. */
export function indexPage(scenarios: readonly ScenarioSummary[]): string {
  const rows = scenarios.map(
    ({ file, name, bots }) => `| [${basename(file)}](${basename(file)}) | ${name} | ${bots} |`,
  )
  return [
    '# Scenarios',
    '',
    'Each file shows one rule of the game, and fails when the rule does not hold. `npx inkling scenario run scenarios` plays',
    'them all. [REFERENCE.md](REFERENCE.md) describes the language; editors with a YAML language server complete and check',
    'files with [scenario.schema.json](scenario.schema.json), which the first line of each file names.',
    '',
    'Without a target each file with a clock runs on a server of its own in the same process. On a server',
    '(`--target URL`) the world, clock and faults are put back after each file; `--keep` leaves them.',
    '',
    '| file | what it shows | bots |',
    '|---|---|---|',
    ...rows,
    '',
    'This page is made from the files: `npx inkling scenario index > scenarios/README.md`.',
    '',
  ].join('\n')
}
