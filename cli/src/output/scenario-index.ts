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
    'Each file shows one rule of the game, and fails when it does not hold. `npx inkling scenario run scenarios/*.yaml`',
    'plays them all. Editors complete and check them with [scenario.schema.json](scenario.schema.json).',
    '',
    '| file | what it shows | bots |',
    '|---|---|---|',
    ...rows,
    '',
    'This page is made from the files: `npx inkling scenario index > scenarios/README.md`.',
    '',
  ].join('\n')
}
