import { LOAD_CALLS } from '../calls.ts'
import { loadJsonSchema } from '../json-schema.ts'
import { type LoadExamples, readLoadExamples } from './examples.ts'

/** As much of the JSON Schema as the page shows. */
interface Definition {
  readonly description?: string
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Definition>>
  readonly items?: Definition
  readonly $defs?: Readonly<Record<string, Definition>>
}

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
export function loadReferencePage(examples: LoadExamples = readLoadExamples()): string {
  const schema = loadJsonSchema() as Definition
  const resolved = (of: Definition | undefined): Definition => ({
    ...(of?.$ref === undefined ? {} : schema.$defs?.[of.$ref.split('/').at(-1) ?? '']),
    ...of,
  })
  const example = (part: string, word: string): string => {
    const text = examples[part]?.[word]
    if (text === undefined) throw new Error(`load-examples.yaml has no ${part}.${word}`)
    return `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``
  }
  const words = (part: string, described: Readonly<Record<string, string>>): string[] =>
    Object.entries(described).flatMap(([word, description]) => [
      `### ${word}`,
      sentence(description),
      example(part, word),
    ])
  const describedBy = (of: Definition): Record<string, string> =>
    Object.fromEntries(
      Object.entries(of.properties ?? {}).map(([word, inner]) => [word, resolved(inner).description ?? '']),
    )
  const part = (name: string): string[] => {
    const of = resolved(schema.properties?.[name])
    return [`## ${name}`, ...words(name, describedBy(of.items ? resolved(of.items) : of))]
  }
  return [
    '# The language of load files',
    'This page is made from the schema, and a test reads every example: `npx inkling load reference > scenarios/load/REFERENCE.md`.',
    'A load file says how many players come, when, and what they do; `npx inkling load FILE` runs it. The profiles that are shipped are load files too: [profiles](profiles).',
    'The first line of a file names the schema, so that editors complete and explain it:',
    '```yaml\n# yaml-language-server: $schema=./load.schema.json\n```',
    '## The file',
    ...words('file', describedBy(schema)),
    ...['config', 'groups', 'during', 'limits', 'generator'].flatMap(part),
    '## profile',
    'A name (steady, ramp, evening, midnight or spike), or points. Only the ratio of the rates matters: `players` says how many come in all.',
    example('profile', 'points'),
    '## thresholds',
    ...words('thresholds', THRESHOLDS),
    '## Calls',
    `Thresholds name the calls of players: ${LOAD_CALLS.map(({ name }) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n\n')
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
