import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole } from './console/screen/terminal.fixture.ts'
import { startHostileServer } from './hostile-server.fixture.ts'
import { programFixture, type RecordedServer, recordCalls } from './program.fixture.ts'

/* Nothing that a server sends is executed by the terminal. */

const transport = fetch
const servers: Record<string, RecordedServer> = {}
const { run, folder } = programFixture(servers)
let server: Awaited<ReturnType<typeof startHostileServer>>
beforeAll(async () => {
  server = await startHostileServer()
  servers[new URL(server.url).host] = recordCalls(transport)
})
afterAll(() => server.close())

/** OSC, C1, a concealing colour, a mark of text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const EXECUTED = /\u001b\]|[\u0080-\u009f]|\u001b\[8m|\u202e/

test.each([
  ['user show --device d1 --yes', 'ann␛]52;c;'],
  ['game today --device d1 --yes', 'cat␛]52;c;'],
  ['game today --device d1 --yes -o json', 'cat\\u001b]52;c;'],
  ['group show --device d1 --yes', 'Owls␛]52;c;'],
  ['game show game1', 'cat␛]52;c;'],
  ['user list', '␛]52;c;'],
  ['group list', 'bad␛]52;c;'],
  [`scenario run \u001b]0;owned\u0007.yaml`, '␛]0;owned␇.yaml does not exist'],
])('%j', async (words, said) => {
  const { stdout, stderr } = await run([...words.split(' '), '--color', '--target', server.url])
  expect(`${stdout}${stderr}`).toContain(said)
  expect(`${stdout}${stderr}`).not.toMatch(EXECUTED)
})

test('a shell completes no id that is more than a word', async () => {
  const words = ['complete', '--target', server.url, '--about', '--', 'user', 'show', '']
  const { stdout } = await run(words)
  expect(stdout).toMatch(/^u2\tann ␛\]52;c;[^\n]*\n$/)
  expect(stdout).not.toMatch(EXECUTED)
})

test('the console', async () => {
  const terminal = startConsole(
    ['console', '--device', 'd1', '--yes', '--color', '--target', server.url],
    { columns: 120, rows: 40 },
    folder,
  )
  await terminal.until('␛]52;c;')
  expect(terminal.sent()).not.toMatch(EXECUTED)
  terminal.type('q')
  await terminal.exitCode
})
