import { basename } from 'node:path'
import type { ScenarioSummary } from './scenario-files.ts'

/** The index of a folder of scenarios, in Markdown. */
export function indexPage(scenarios: readonly ScenarioSummary[]): string {
  const rows = scenarios.map(
    ({ file, name, bots }) => `| [${basename(file)}](${basename(file)}) | ${name} | ${bots} |`,
  )
  return [
    '# Index of the scenarios',
    '',
    'Each file tests one rule of the game. This page is generated from the files by `npx inkling scenario index`.',
    '',
    '| file | what it shows | bots |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}
