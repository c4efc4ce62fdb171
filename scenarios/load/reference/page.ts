import type { Examples } from '../../runner/language/reference/examples.ts'
import { ReferenceParts } from '../../runner/language/reference/parts.ts'
import { LOAD_CALLS } from '../calls.ts'
import { loadJsonSchema } from '../json-schema.ts'
import { readLoadExamples } from './examples.ts'

const THRESHOLDS = {
  http: 'How long calls may take: p50, p95, p99 or max of all calls.',
  calls: 'The same for one call, and how many of it may fail.',
  errors: 'How many calls may fail: a number, or a share with %.',
  late: 'The share of calls that the generator may send late.',
  turns: 'How many turns have to be handed in.',
  invariants:
    'How many rules of the game may be broken. With several generator processes or machines, two players who hold one turn are noticed only if the same process generates both.',
} as const

/** The reference of load files in Markdown: descriptions from the schema, examples from load-examples.yaml. */
export function loadReferencePage(examples: Examples = readLoadExamples()): string {
  const parts = new ReferenceParts(loadJsonSchema(), examples, 'load-examples.yaml')
  const part = (name: string): string[] => {
    const of = parts.resolved(parts.schema.properties?.[name])
    return [`## ${name}`, ...parts.words(name, parts.describedBy(of.items ? parts.resolved(of.items) : of))]
  }
  return [
    '# The language of load files',
    'This page is made from the schema, and a test reads every example: `npx inkling load reference > scenarios/load/REFERENCE.md`.',
    'A load file says how many players come, when, and what they do; `npx inkling load FILE` runs it. The profiles that are shipped are load files too: [profiles](profiles).',
    'The first line of a file names the schema, so that editors complete and explain it:',
    '```yaml\n# yaml-language-server: $schema=./load.schema.json\n```',
    '## The file',
    ...parts.words('file', parts.describedBy(parts.schema)),
    ...['config', 'groups', 'during', 'limits', 'generator'].flatMap(part),
    '## profile',
    'A name (steady, ramp, evening, midnight or spike), or points. Only the ratio of the rates matters: `players` says how many come in all.',
    parts.example('profile', 'points'),
    '## thresholds',
    'A threshold of calls that were never made is missed, and reports show it as not measured.',
    ...parts.words('thresholds', THRESHOLDS),
    '## Calls',
    `Thresholds name the calls of players: ${LOAD_CALLS.map(({ name }) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n\n')
}
