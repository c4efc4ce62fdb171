import { expect, test } from 'vitest'
import { createInProcessServer } from '../../compose/in-process-server.ts'
import { DOOR_OPTIONS, playDay } from '../../doors/door-day.fixture.ts'
import { PostgresStore } from './postgres-store.ts'
import { newSchema, serversOfDay } from './schema.fixture.ts'

test.each(serversOfDay)('every endpoint answers on $name as in memory', async (postgres) => {
  const store = await PostgresStore.open(await newSchema(postgres))
  try {
    const play = (server: ReturnType<typeof createInProcessServer>) =>
      playDay({ server, fetch: server.fetch, origin: 'http://in-process' })
    const inMemory = await play(createInProcessServer(DOOR_OPTIONS))
    expect(inMemory.length).toBeGreaterThan(80)
    expect(await play(createInProcessServer({ ...DOOR_OPTIONS, store }))).toEqual(inMemory)
  } finally {
    await store.close()
  }
})
