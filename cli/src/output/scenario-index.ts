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
    'Each file tests one rule of the game. `npx inkling scenario run scenarios` runs all of them.',
    '[REFERENCE.md](REFERENCE.md) describes the language. The first line of each file names',
    '[scenario.schema.json](scenario.schema.json), so editors with a YAML language server complete and check the file.',
    '',
    'Without a target, each file that sets a clock runs on its own in-process server. On a server (`--target URL`) the world,',
    'the clock and the faults are restored after each file, unless `--keep` is given.',
    '',
    '| file | what it shows | bots |',
    '|---|---|---|',
    ...rows,
    '',
    'This page is generated from the files: `npx inkling scenario index > scenarios/README.md`.',
    '',
  ].join('\n')
}
