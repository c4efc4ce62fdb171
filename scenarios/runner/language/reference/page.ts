import { type EndpointName, endpoints } from '@inkling/mock-server/contract/table/endpoints'
import { BOT_FIELDS } from '../bot-fields.ts'
import { ADMIN_CALLS, PLAYER_CALLS } from '../call-names.ts'
import { inputOf, replyOf } from '../checks/call-shapes.ts'
import { inputText, kindsOf, shapeLines } from '../checks/kinds.ts'
import { scenarioJsonSchema } from '../json-schema.ts'
import { definitionOf, STEP_WORDS, type StepWord } from '../steps.ts'
import type { Examples } from './examples.ts'
import { type Definition, ReferenceParts } from './parts.ts'

/** Keys that every call takes, and keys that every step takes. */
const CALL_WORDS = ['with', 'expect', 'capture', 'timeout', 'retries', 'background', 'label', 'needs']

const ACTION_OPTIONS = {
  draw: {
    text: 'draw this instead of the prompt',
    png: 'submit this picture: a base64 PNG',
    picture: 'submit an invalid picture: blank, transparent, tiny, wide or text',
  },
  guess: {
    guesses: 'one or more guesses, instead of what the bot recognises',
    final: 'the guess to submit, instead of the best one',
  },
  'play-turn': { 'play-turn': 'plays a turn, drawing or guessing as the persona does' },
} as const

const VARIABLES = {
  vars: 'A variable of the file, of `set`, of a capture or of a loop. A value that consists of one variable keeps its type.',
  bots: 'The variables of a bot:',
  paths: 'A field or an item of a variable; `[-1]` is the last item.',
  env: 'An environment variable that is allowed with `--env NAME`, or set as `INKLING_VAR_NAME`.',
  secret: 'An environment variable whose value reports do not show.',
  target: 'The address of the server, without a slash at the end.',
  asset: 'A file in the folder of the scenario or below, as base64. Hidden files such as `.env` are refused.',
  text: '`$${` is the text `${` and inserts nothing.',
} as const

/** The Markdown reference of the language: descriptions from the schema, examples from {@link Examples}. */
export function referencePage(examples: Examples): string {
  const parts = new ReferenceParts(scenarioJsonSchema(), examples, 'examples.yaml')
  const own = (step: StepWord): string[] => {
    const described = parts.describedBy(parts.definition(stepName(step)))
    return Object.entries(described)
      .filter(([word]) => word === step || !CALL_WORDS.includes(word))
      .map(([word, description]) => `- \`${word}\`: ${description}`)
  }
  return [
    '# Scenario file reference',
    'This page is generated from the schema, and a test runs every example: `npx inkling scenario reference > scenarios/REFERENCE.md`.',
    'Most examples use a group of Ann, Ben and Cat whose game has been created, as in [lib/group-of-three.yaml](library/lib/group-of-three.yaml).',
    'The first line of a file names the schema, so that editors complete and explain it:',
    '```yaml\n# yaml-language-server: $schema=./scenario.schema.json\n```',
    '## The file',
    ...parts.words('file', parts.describedBy(parts.schema)),
    '## config',
    ...parts.words('config', parts.describedBy(parts.definition('config'))),
    '## bots',
    ...parts.words('bots', parts.describedBy(parts.definition('bot'))),
    '## thresholds',
    ...parts.words('thresholds', Object.fromEntries(thresholdNames(parts.definition('thresholds')))),
    '## Steps',
    'The first key of a step says what kind of step it is.',
    ...STEP_WORDS.flatMap((step) => [
      `### ${step}`,
      parts.definition(stepName(step)).description ?? '',
      own(step).join('\n'),
      `\`\`\`yaml\n${definitionOf(step).example.trim()}\n\`\`\``,
    ]),
    '## Keys of calls and steps',
    'Calls take all of these keys; other steps take `label` and `needs`, and some take `expect`, `capture` and `with`.',
    ...parts.words('call', pick(parts.describedBy(parts.definition('bot-step')), CALL_WORDS)),
    '## Matchers',
    'A matcher in `expect` replaces a value. If a matcher has several keys, all of them must hold.',
    ...parts.words('matchers', parts.describedBy(parts.definition('matcher'))),
    '## Faults',
    ...parts.words('faults', parts.describedBy(parts.definition('fault-rule'))),
    ...Object.entries(ACTION_OPTIONS).flatMap(([action, options]) => [
      `## ${action}`,
      ...parts.words(action, options),
    ]),
    '## Variables',
    `\`$\{name}\` inserts a variable into any text of a step.`,
    ...Object.entries(VARIABLES).flatMap(([word, description]) => [
      `### ${word}`,
      description,
      ...(word === 'bots' ? [botFields()] : []),
      parts.example('variables', word),
    ]),
    '## Calls',
    'The fields of `with`, each with what it may be. The ids of the bot’s own group and game are filled in.',
    callTable(),
    '## Responses',
    'The fields of each response, for `expect` and `capture`. The fields of the items of a list are behind a hyphen. A field may be absent.',
    ...responses(),
    '',
  ].join('\n\n')
}

const stepName = (word: StepWord): string => definitionOf(word).schema.meta()?.id ?? ''

const thresholdNames = ({ propertyNames }: Definition): [string, string][] =>
  (propertyNames?.enum ?? []).map((name) => [
    name,
    name === 'errors'
      ? 'how many calls may fail with a server error or without a response'
      : `the ${name.slice('http.'.length)} latency of all calls`,
  ])

const pick = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? '']))

const botFields = (): string =>
  Object.entries(BOT_FIELDS)
    .map(([name, description]) => `- \`\${ann.${name}}\`: ${description}`)
    .join('\n')

const CALLS: readonly (readonly [string, EndpointName])[] = [...PLAYER_CALLS, ...ADMIN_CALLS]

const callTable = (): string =>
  [
    '| call | with | what it does |',
    '|---|---|---|',
    ...CALLS.map(([word, name]) => `| ${word} | ${inputText(inputOf(name))} | ${endpoints[name].summary} |`),
  ].join('\n')

/** The response of each call. Calls with the same response share a list. */
function responses(): string[] {
  const calls = new Map<string, string[]>()
  for (const [word, name] of CALLS) {
    const text = shapeLines(replyOf(name)).join('\n') || kindsOf(replyOf(name))
    calls.set(text, [...(calls.get(text) ?? []), word])
  }
  return [...calls].flatMap(([text, words]) => [`### ${words.join(', ')}`, `\`\`\`text\n${text}\n\`\`\``])
}
