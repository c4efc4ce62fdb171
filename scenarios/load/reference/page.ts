import { type Examples, examplesAt } from '../../runner/language/reference/examples.ts'
import { ReferenceParts } from '../../runner/language/reference/parts.ts'
import { loadJsonSchema } from '../file/json-schema.ts'
import { LOAD_CALLS } from '../players/calls.ts'

const THRESHOLDS = {
  http: 'Limit for the latency of all calls: p50, p95, p99 or max.',
  calls: 'The same for one call, or a limit for its failures (`errors`).',
  errors: 'Limit for failed calls: a number, or a share with %.',
  late: 'Limit for the share of calls that the generator sends late.',
  turns: 'Limit for the number of submitted turns.',
  invariants:
    'Limit for broken rules of the game. With several generator processes or machines, two players who hold one turn are detected only if the same process generates both.',
} as const

/** Examples of load files, by the part of the language and the word. */
export const readLoadExamples = (): Examples => examplesAt(new URL('./load-examples.yaml', import.meta.url))

/** The reference of load files in Markdown: descriptions from the schema, examples from load-examples.yaml. */
export function loadReferencePage(examples: Examples = readLoadExamples()): string {
  const parts = new ReferenceParts(loadJsonSchema(), examples, 'load-examples.yaml')
  const part = (name: string): string[] => {
    const of = parts.resolved(parts.schema.properties?.[name])
    return [`## ${name}`, ...parts.words(name, parts.describedBy(of.items ? parts.resolved(of.items) : of))]
  }
  return [
    '# Load file reference',
    'This page is generated from the schema, and a test parses every example: `npx inkling load reference > scenarios/load/REFERENCE.md`.',
    'A load file defines how many players arrive, when, and what they do; `npx inkling load FILE` runs it. The built-in profiles are load files too: [profiles](profiles).',
    'The first line of a file names the schema, which gives you completion and descriptions in editors:',
    '```yaml\n# yaml-language-server: $schema=./load.schema.json\n```',
    '## The file',
    ...parts.words('file', parts.describedBy(parts.schema)),
    ...['config', 'groups', 'during', 'limits', 'generator'].flatMap(part),
    '## profile',
    'A name (steady, ramp, evening, midnight or spike), or points. Only the ratio of the rates matters: `players` sets the total.',
    parts.example('profile', 'points'),
    '## thresholds',
    'A threshold for calls that were never made is missed, and reports show it as not measured.',
    ...parts.words('thresholds', THRESHOLDS),
    '## Calls',
    `Thresholds can name these calls: ${LOAD_CALLS.map(({ name }) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n\n')
}
