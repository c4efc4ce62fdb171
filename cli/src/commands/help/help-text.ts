import { EXIT, EXIT_MEANINGS, MISSED } from '../../cli-error.ts'
import type { Topic } from '../../command-line/topics.ts'
import { OPERATIONS } from '../../safety/operations.ts'

export const topicText = (topic: Topic): string => TEXTS[topic]()

const TEXTS: Readonly<Record<Topic, () => string>> = {
  'exit-codes': () =>
    [
      'Exit codes',
      '',
      ...rows(Object.entries(EXIT).map(([name, code]) => [String(code), meaningOf(name)])),
      '',
      'Code 5 has several meanings. The error that -o json and -o jsonl print on standard error',
      'has one of these codes:',
      '',
      ...rows(Object.entries(MISSED)),
      '',
      'Errors with another exit code have the code of the server, such as NOT_FOUND, or one of',
      `${Object.keys(EXIT)
        .filter((name) => name !== 'ok' && name !== 'threshold')
        .map((name) => name.toUpperCase())
        .join(', ')}.`,
    ].join('\n'),

  environment: () =>
    [
      'Variables',
      '',
      ...rows(VARIABLES),
      '',
      'Options take precedence. `inkling serve --print-config` lists the variables of the server.',
    ].join('\n'),

  targets: () => TARGETS,

  output: () =>
    [
      OUTPUT,
      '',
      ...rows(
        Object.entries(OPERATIONS).flatMap(([name, { data }]) => (data === undefined ? [] : [[name, data]])),
      ),
    ].join('\n'),
}

const meaningOf = (name: string): string => EXIT_MEANINGS[name as keyof typeof EXIT]

/** Two columns. */
function rows(all: readonly (readonly [string, string])[]): string[] {
  const widest = Math.max(...all.map(([left]) => left.length))
  return all.map(([left, right]) => `  ${left.padEnd(widest)}  ${right}`)
}

const VARIABLES: readonly (readonly [string, string])[] = [
  ['INKLING_TARGET', 'as --target'],
  ['INKLING_ADMIN_KEY', 'as --admin-key'],
  ['INKLING_ADMIN_NAME', "your name in the server's list of admin calls (default: your user name)"],
  ['INKLING_SEED', 'as --seed'],
  ['INKLING_OUTPUT', 'as --output'],
  ['INKLING_TIMEOUT', 'as --timeout'],
  ['INKLING_READ_ONLY', '1 as --read-only'],
  ['INKLING_DEVICE', 'as --device'],
  ['INKLING_VAR_NAME', 'env.NAME in scenario files'],
  ['CI', 'any value but false: never ask; scenario run prints a line per file'],
  ['NO_COLOR', 'any value: no colour'],
  ['TERM', 'dumb: plain lines, never ask'],
  ['HTTP_PROXY, HTTPS_PROXY', 'the proxy of calls to other machines'],
  ['NO_PROXY', 'the hosts that are called directly'],
  ['XDG_CONFIG_HOME', 'holds inkling/config.json (default: ~/.config)'],
  ['XDG_STATE_HOME', 'holds the audit log and saved worlds (default: ~/.local/state)'],
  ['CHROMIUM_PATH', 'the browser that `inkling doctor` looks for'],
]

const TARGETS = `Targets

A target is a URL, or a name from \`inkling target new NAME URL\`. Commands use the first of

  --target, INKLING_TARGET, the nearest .inkling.json, ~/.config/inkling/config.json,
  http://localhost:4000

\`inkling target use NAME\` sets the default, and \`inkling target show\` prints every setting with its source.
\`simulate\`, and scenarios that set the clock, faults or the world, use only a --target on the command
line; otherwise they run on a server of their own.

  local      servers on this machine
  shared     all other servers: what changes everybody's day asks first
  protected  added with --kind protected, or served with --protected: every change asks first

A profile may say otherwise (--kind), but not about a server that calls itself protected. A reference
server says so only with its admin key. A generated one is found on the server's own machine.
Elsewhere give it with --admin-key, --admin-key-file or INKLING_ADMIN_KEY, or bind it to the target with
\`inkling target new NAME URL --admin-key KEY\`.`

const OUTPUT = `Output

Data goes to standard output; progress and errors go to standard error. -o json prints one JSON document,
-o jsonl prints lists as one object per line. Errors are then

  { "error": { "code", "message", "exitCode", "problems"? } }

with the codes of \`inkling help exit-codes\`, and the { file, line, column, message } of each problem in a
scenario file. A field with ? may be absent; a list is in brackets. Fields
may be added in later versions. These commands print a document of their own and ignore -o: completion,
load schema, scenario schema, and world export to -. The console prints no data.`
