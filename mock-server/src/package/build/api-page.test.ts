import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { DOOR_OPTIONS, playDay } from '../../compose/door-day.fixture.ts'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { type EndpointName, endpointNames } from '../../contract/table/endpoints.ts'
import { ERROR_STATUS } from '../../contract/table/error-codes.ts'
import { describedCalls, type Example, withGeneratedParts } from './api-page.ts'

const file = fileURLToPath(new URL('../../../API.md', import.meta.url))
const page = await readFile(file, 'utf8')

test('API.md shows each call once, with its shapes and a real example (vitest -u regenerates it)', async () => {
  const server = createInProcessServer(DOOR_OPTIONS)
  const examples = new Map<EndpointName, Example>()
  for (const { name, status, sent, body } of await playDay({
    server,
    fetch: server.fetch,
    origin: 'http://in-process',
  }))
    if (status === 200 && !examples.has(name)) examples.set(name, { ...sent, reply: body })
  await expect(withGeneratedParts(page, examples)).toMatchFileSnapshot(file)
  expect(describedCalls(page).toSorted()).toEqual(endpointNames.toSorted())
})

test.each(Object.entries(ERROR_STATUS))('API.md explains %s (%i)', (code, status) => {
  expect(page).toContain(`| ${code} | ${status} |`)
})
