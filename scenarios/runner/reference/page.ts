import { type EndpointName, endpoints } from '@inkling/mock-server/contract/endpoints'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import { fieldNames, replyOf } from '../call-shapes.ts'
import { shapeOf } from '../exchange.ts'
import { scenarioJsonSchema } from '../json-schema.ts'
import { STEP_WORDS, STEPS, type StepWord } from '../language.ts'
import { BOT_FIELDS } from '../player.ts'
import type { Examples } from './examples.ts'

/** As much of the JSON Schema as the page shows. */
interface Definition {
  readonly description?: string
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Definition>>
  readonly anyOf?: readonly Definition[]
  readonly enum?: readonly string[]
  readonly propertyNames?: Definition
}

interface Schema extends Definition {
  readonly $defs: Readonly<Record<string, Definition>>
}

/** Words that every call takes, and words that every step takes. */
const CALL_WORDS = ['with', 'expect', 'capture', 'within', 'retries', 'background', 'label', 'needs']

const ACTION_OPTIONS = {
  draw: {
    text: 'draw this instead of the prompt',
    png: 'hand in this picture: a base64 PNG',
    picture: 'hand in a wrong picture: blank, transparent, tiny, wide or text',
  },
  guess: {
    guesses: 'what to guess, one text or several, instead of what the bot recognises',
    final: 'the guess to hand in, instead of the best one',
  },
  'play-turn': { 'play-turn': 'takes the turn and draws or guesses, as the persona does' },
} as const

const VARIABLES = {
  vars: 'A variable of the file, of `set`, of a capture or of a loop. A value that is one variable keeps its type.',
  bots: 'What a bot has learnt:',
  paths: 'A field or an item of a variable; `[-1]` is the last.',
  env: 'A variable of the environment.',
  secret: 'A variable of the environment that reports do not show.',
  asset: 'A file beside the scenario, as base64.',
} as const

/** The reference of the language in Markdown: descriptions from the schema, examples from {@link Examples}. */
export function referencePage(examples: Examples): string {
  const schema = scenarioJsonSchema() as Schema
  const definition = (name: string): Definition => schema.$defs[name] ?? {}
  const example = (part: string, word: string): string => {
    const text = examples[part]?.[word]
    if (text === undefined) throw new Error(`examples.yaml has no ${part}.${word}`)
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
      Object.entries(of.properties ?? {}).map(([word, inner]) => [word, descriptionOf(inner, schema)]),
    )
  const own = (step: StepWord): string[] => {
    const described = describedBy(definition(stepName(step)))
    return Object.entries(described)
      .filter(([word]) => word === step || !CALL_WORDS.includes(word))
      .map(([word, description]) => `- \`${word}\`: ${description}`)
  }
  return [
    '# The language of scenario files',
    'This page is made from the schema, and a test plays every example: `npx inkling scenario reference > scenarios/REFERENCE.md`.',
    'Most examples follow a group of Ann, Ben and Cat whose day has begun, as [lib/group-of-three.yaml](lib/group-of-three.yaml) forms it.',
    'The first line of a file names the schema, so that editors complete and explain it:',
    '```yaml\n# yaml-language-server: $schema=./scenario.schema.json\n```',
    '## The file',
    ...words('file', describedBy(schema)),
    '## config',
    ...words('config', describedBy(definition('config'))),
    '## bots',
    ...words('bots', describedBy(definition('bot'))),
    '## thresholds',
    ...words('thresholds', Object.fromEntries(thresholdNames(definition('thresholds')))),
    '## Steps',
    'A step is told by its first word.',
    ...STEP_WORDS.flatMap((step) => [
      `### ${step}`,
      definition(stepName(step)).description ?? '',
      own(step).join('\n'),
      example('steps', step),
    ]),
    '## Words of calls and steps',
    'Calls take all of them; other steps take `label` and `needs`, and some take `expect`, `capture`, `within` and `with`.',
    ...words('call', pick(describedBy(definition('bot-step')), CALL_WORDS)),
    '## Matchers',
    'A matcher stands in `expect` instead of a value. Several words in one matcher have to hold together.',
    ...words('matchers', describedBy(definition('matcher'))),
    '## Faults',
    ...words('faults', describedBy(definition('fault-rule'))),
    ...Object.entries(ACTION_OPTIONS).flatMap(([action, options]) => [
      `## ${action}`,
      ...words(action, options),
    ]),
    '## Variables',
    `\`$\{name}\` stands for a variable, in every text of a step.`,
    ...Object.entries(VARIABLES).flatMap(([word, description]) => [
      `### ${word}`,
      description,
      ...(word === 'bots' ? [botFields()] : []),
      example('variables', word),
    ]),
    '## Calls',
    'Fields in `with`, and fields of the reply. Ids of the bot’s own group and game are filled in.',
    callTable(),
    '',
  ].join('\n\n')
}

const stepName = (word: StepWord): string => STEPS[word].meta()?.id ?? ''

/** A description, or that of the definition that it refers to. */
function descriptionOf({ description, $ref }: Definition, { $defs }: Schema): string {
  return description ?? $defs[$ref?.split('/').at(-1) ?? '']?.description ?? ''
}

const thresholdNames = ({ propertyNames }: Definition): [string, string][] =>
  (propertyNames?.enum ?? []).map((name) => [
    name,
    name === 'errors'
      ? 'how many calls may fail with a fault of the server, or without a reply'
      : `how long calls may take: ${name.slice('http.'.length)} of all calls`,
  ])

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? '']))

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

const botFields = (): string =>
  Object.entries(BOT_FIELDS)
    .map(([name, description]) => `- \`\${ann.${name}}\`: ${description}`)
    .join('\n')

function callTable(): string {
  const row = (word: string, name: EndpointName): string => {
    const { params, query, body, summary } = endpoints[name]
    const fields = [params, query, body].flatMap((part) => Object.keys(shapeOf(part)))
    return `| ${word} | ${fields.join(', ')} | ${[...new Set(fieldNames(replyOf(name)))].join(', ')} | ${summary} |`
  }
  return [
    '| call | with | reply | what it does |',
    '|---|---|---|---|',
    ...[...PLAYER_CALLS, ...ADMIN_CALLS].map(([word, name]) => row(word, name)),
  ].join('\n')
}
