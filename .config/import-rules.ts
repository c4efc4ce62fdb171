/*
 * Which folder may import which. The linter reads these rules as `biome/imports.generated.json`, which
 * import-directions.test.ts writes when it runs with `-u`. Of several rules for a file, the linter applies only the last
 * one, so the rules of a folder repeat those of the folder around it.
 */

const NODE = 'node:*'
const FIXTURES = '@inkling/fixtures/**'

const KNOWN_TO_PROCESSES = [
  'contract',
  'picture',
  'rules',
  'scoring',
  'engine',
  'stores',
  'platform',
  'control',
  'worlds',
  'doors',
  NODE,
]

/** The folder of `mock-server/src` that contains a folder of the server: its core, or all that surrounds the engine. */
export function placeOf(folder: string): string {
  if (folder === 'engine') return folder
  return `${['contract', 'picture', 'rules', 'scoring'].includes(folder) ? 'core' : 'server'}/${folder}`
}

/** The folders of the server, the lowest first, each with everything that it may import besides packages of others. */
const SERVER_FOLDERS: Readonly<Record<string, { knows: readonly string[]; message: string }>> = {
  contract: { knows: [], message: 'contract knows zod only' },
  picture: { knows: ['contract'], message: 'picture is pure and knows contract only' },
  rules: { knows: ['contract'], message: 'rules are pure and know contract only' },
  scoring: { knows: ['contract', NODE], message: 'scoring knows contract only' },
  engine: {
    knows: ['contract', 'picture', 'rules', 'scoring'],
    message: 'the engine reaches the world through its ports only',
  },
  stores: {
    knows: ['contract', 'picture', 'rules', 'scoring', 'engine', 'platform', NODE],
    message: 'stores know platform, engine and below',
  },
  platform: {
    knows: ['contract', 'picture', 'rules', 'scoring', 'engine', NODE, FIXTURES],
    message: 'platform carries out the ports of the engine',
  },
  control: {
    knows: ['contract', 'picture', 'rules', 'scoring', 'engine', 'platform', NODE],
    message: 'controls know platform, engine and below',
  },
  worlds: {
    knows: ['contract', 'picture', 'rules', 'scoring', 'engine', 'platform', 'control', NODE, FIXTURES],
    message: 'worlds are documents of the engine: they know rules, engine and fixtures',
  },
  doors: {
    knows: ['contract', 'picture', 'rules', 'engine', 'platform', 'control', NODE],
    message: 'doors know engine and below',
  },
  processes: { knows: KNOWN_TO_PROCESSES, message: 'processes share what doors and stores need' },
  compose: {
    knows: [...KNOWN_TO_PROCESSES, 'processes', FIXTURES],
    message: 'compose wires everything but main',
  },
}

const TESTS = ['!**/*.test.ts', '!**/*.test.tsx']

const scenarios = {
  group: [
    '@inkling/mock-server/browser',
    '@inkling/mock-server/server',
    '@inkling/mock-server/store-operations',
    '@inkling/mock-server/testing',
    '**/main.ts',
    '**/processes/**',
    '@inkling/cli/**',
    '@inkling/client/**',
  ],
  message: 'scenarios must not import stores, network doors, processes, main, the cli or the client',
}

const cli = {
  group: [
    '@inkling/mock-server/browser',
    '@inkling/mock-server/testing',
    FIXTURES,
    '@inkling/mock-server/rules/**',
    '@inkling/client/**',
  ],
  message: 'the cli must not import stores, rules, fixtures or the client',
}

const operations = {
  group: [
    '**/*-command.ts',
    '**/*-text.ts',
    '!**/terminal-text.ts',
    '**/shared/**',
    '**/console/**',
    '**/output/**',
    '**/views/**',
  ],
  message: 'operations return data: commands, their texts and the console show it',
}

/** Files of `commands` that are no operations. */
const SHOWING = ['!**/*-command.ts', '!**/*-text.ts', '!cli/src/commands/shared/**']

const consoleOrder =
  'folders of the console import in one direction: keyboard, watch <- state <- running <- input, screen <- views'

const client = {
  group: [
    '@inkling/mock-server/*',
    '@inkling/mock-server/scoring/**',
    FIXTURES,
    '!@inkling/fixtures/sample-chain',
    '@inkling/scenarios/**',
    '@inkling/cli/**',
    '**/demo/**',
  ],
  message: 'the client may import only contract, picture and rules of the server, and the sample chain',
}

/** The other workspaces: files, and what they must not import. */
const OTHERS = [
  {
    includes: ['fixtures/**'],
    patterns: [
      {
        group: ['@inkling/mock-server/**', '@inkling/scenarios/**', '@inkling/cli/**', '@inkling/client/**'],
        message: 'fixtures imports nothing of ours',
      },
    ],
  },
  { includes: ['scenarios/**'], patterns: [scenarios] },
  {
    includes: ['scenarios/runner/language/**', ...TESTS],
    patterns: [
      {
        group: ['**/steps/**', '**/targets/**', '**/reports/**', '**/run.ts'],
        message: 'the language of scenarios knows the contract and the bots, not the runner',
      },
      scenarios,
    ],
  },
  {
    includes: ['scenarios/runner/targets/**', ...TESTS],
    patterns: [
      {
        group: ['**/language/**', '**/steps/**', '**/reports/**', '**/run.ts'],
        message: 'targets know the contract and the bots',
      },
      scenarios,
    ],
  },
  {
    includes: ['scenarios/runner/reports/**', ...TESTS],
    patterns: [
      { group: ['**/steps/**', '**/targets/**', '**/run.ts'], message: 'reports know the language only' },
      scenarios,
    ],
  },
  { includes: ['cli/**', ...TESTS], patterns: [cli] },
  {
    includes: ['cli/src/commands/**', ...SHOWING, ...TESTS],
    patterns: [
      operations,
      {
        group: ['../*/**', '!../../**', '!../bots/**', '!../worlds/**'],
        message:
          'operations of one folder must not import those of another, except bots and worlds; check composes them',
      },
      cli,
    ],
  },
  // A check composes what the others do.
  { includes: ['cli/src/commands/check/**', ...SHOWING, ...TESTS], patterns: [operations, cli] },
  {
    includes: ['cli/src/commands/{bots,worlds}/**', ...SHOWING, ...TESTS],
    patterns: [
      operations,
      {
        group: ['../*/**', '!../../**'],
        message: 'operations of bots and worlds must not import those of other folders',
      },
      cli,
    ],
  },
  {
    includes: ['cli/src/console/{keyboard,watch}/**', ...TESTS],
    patterns: [
      {
        group: ['**/state/**', '**/running/**', '**/input/**', '**/screen/**', '**/views/**'],
        message: consoleOrder,
      },
      cli,
    ],
  },
  {
    includes: ['cli/src/console/{state,running}/**', ...TESTS],
    patterns: [{ group: ['**/input/**', '**/screen/**', '**/views/**'], message: consoleOrder }, cli],
  },
  {
    includes: ['cli/src/views/**', ...TESTS],
    patterns: [
      {
        group: ['**/commands/**', '!**/commands/**/*-text.ts', '**/calls/**'],
        message: 'views show the state of the console',
      },
      cli,
    ],
  },
  { includes: ['client/src/**', ...TESTS, '!client/src/testing/**'], patterns: [client] },
  {
    includes: ['client/src/features/**', ...TESTS],
    patterns: [
      {
        // The folders of the results know each other.
        group: ['../*/**', '!../../**', '!../{chain,story,sharing}/**', '**/app/**'],
        message: 'features do not know each other: app composes them',
      },
      client,
    ],
  },
]

const SERVER_TESTS = ['!**/*.test.ts', '!**/*.suite.ts', '!**/*.fixture.ts', '!**/*.setup.ts']
const FORBIDDEN_OUTSIDE = ['@inkling/scenarios/**', '@inkling/cli/**', '@inkling/client/**']

/** What a folder of the server must not import: everything of the server and of Node that it does not know. */
function forbidden(folder: string, knows: readonly string[]): string[] {
  const folders = Object.keys(SERVER_FOLDERS).filter((other) => other !== folder && !knows.includes(other))
  return [
    ...folders.map((other) => `**/${other}/**`),
    '**/main.ts',
    '**/entries/**',
    '@inkling/mock-server/**',
    ...[NODE, FIXTURES].filter((name) => !knows.includes(name)),
    ...FORBIDDEN_OUTSIDE,
  ]
}

const server = Object.entries(SERVER_FOLDERS).map(([folder, { knows, message }]) => ({
  includes: [`mock-server/src/${placeOf(folder)}/**`, ...SERVER_TESTS],
  patterns: [{ group: forbidden(folder, knows), message }],
}))

/** The rules as the linter reads them. */
export const importRules = {
  overrides: [...server, ...OTHERS].map(({ includes, patterns }) => ({
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  })),
}
