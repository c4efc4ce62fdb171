import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type EndpointName, endpointNames, endpoints } from '../../core/contract/table/endpoints.ts'
import { ERROR_STATUS } from '../../core/contract/table/error-codes.ts'
import { createInProcessServer } from '../../server/compose/in-process-server.ts'
import { DOOR_OPTIONS, playDay } from '../../server/doors/door-day.fixture.ts'
import { startServer } from '../../server/main.ts'
import { describedCalls, type Example, exampleLines, referencePage, withTables } from './api-page.ts'

const file = fileURLToPath(new URL('../../../API.md', import.meta.url))
const reference = fileURLToPath(new URL('../../../API-REFERENCE.md', import.meta.url))
const inOpenApi = fileURLToPath(new URL('../../core/contract/table/examples.generated.json', import.meta.url))
const page = await readFile(file, 'utf8')

test('API.md names each call once, and API-REFERENCE.md and the OpenAPI document have real examples (vitest -u regenerates them)', async () => {
  const server = createInProcessServer(DOOR_OPTIONS)
  const examples = new Map<EndpointName, Example[]>()
  for (const { name, status, sent, body } of await playDay({
    server,
    fetch: server.fetch,
    origin: 'http://in-process',
  }))
    if (status === 200) examples.set(name, [...(examples.get(name) ?? []), { ...sent, reply: body }])
  for (const [name, all] of examples) examples.set(name, shown(all))
  await expect(withTables(page)).toMatchFileSnapshot(file)
  await expect(referencePage(page, examples)).toMatchFileSnapshot(reference)
  await expect(exampleLines(examples)).toMatchFileSnapshot(inOpenApi)
  expect(describedCalls(page).toSorted()).toEqual(endpointNames.toSorted())
})

/** The first reply, or where some do not succeed, such as a drawing that is too small, the first success and the first of those. */
function shown(all: readonly Example[]): Example[] {
  const [first] = all
  const isRefused = ({ reply }: Example) => JSON.stringify(reply).startsWith('{"success":false')
  const refused = all.find(isRefused)
  return [refused ? all.find((each) => !isRefused(each)) : first, refused].filter(
    (each) => each !== undefined,
  )
}

test.each([
  [
    '<!-- calls: getToday -->\n\nBy hand.\n<!-- calls: getGame -->\n<!-- /calls -->\n',
    "API.md:1: this part is not closed: write the line '<!-- /calls -->' after it.",
  ],
  [
    'Text\n<!-- calls: getToday -->\n',
    "API.md:2: this part is not closed: write the line '<!-- /calls -->' after it.",
  ],
  ['<!-- /calls -->\n', "API.md:1: '<!-- /calls -->' closes nothing"],
  [
    '<!-- calls: getToday, getGame -->\n<!-- /calls -->\n',
    "API.md:1: there is no call 'getToday,': use the names",
  ],
])('a part that would lose text or misses a call is refused: %j', (text, problem) => {
  expect(() => withTables(text)).toThrow(problem)
})

test('every path that API.md names is answered by the server itself', async () => {
  const server = await startServer({ port: 0, data: null })
  onTestFinished(() => server.close())
  const named = [...page.matchAll(/`([A-Z]+) (\/[^` ]+)`/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }))
  expect(named.length).toBeGreaterThan(100)
  const sockets = [endpoints.watchReactions.path, endpoints.watchEvents.path]
  const unanswered: string[] = []
  for (const { method, path } of named.filter((each) => !sockets.includes(each.path))) {
    const response = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x'), { method })
    const text = await response.text()
    if (response.status === 404 && text.includes(UNKNOWN)) unanswered.push(`${method} ${path}`)
  }
  expect(unanswered, 'correct them in API.md').toEqual([])
  const elsewhere = await fetch(`${server.url}/openapi.json`)
  expect(await elsewhere.json()).toMatchObject({ error: { message: expect.stringContaining(UNKNOWN) } })
})

const UNKNOWN = 'No such endpoint'

test.each(Object.entries(ERROR_STATUS))('API.md explains %s (%i)', (code, status) => {
  expect(page).toContain(`| ${code} | ${status} |`)
})
