import { expect, test } from 'vitest'
import { completeWorld } from '../engine/complete-world.fixture.ts'
import { nodeCodecs } from '../platform/node-codecs.ts'
import { readWorld } from './read-world.ts'

test('a world with every field is read as it is', () => {
  const world = JSON.parse(JSON.stringify(completeWorld('seed')))
  expect(readWorld(world, nodeCodecs)).toEqual({ ok: true, value: world })
  // Fields that a test would miss if no value were found for them.
  expect(world.pushTokens[0]).toMatchObject({ timeZone: 'UTC', hourCycle: 'h12' })
  expect(world.games[0].entries.map(({ type }: { type: string }) => type)).toEqual(['drawing', 'guess'])
})
