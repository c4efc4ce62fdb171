import { expect, test } from 'vitest'
import { textOfWorld } from '../../core/contract/world-lines.ts'
import { playedGroupGame } from '../../server/compose/friends.fixture.ts'
import { nodeCodecs } from '../../server/platform/node-codecs.ts'
import { checkWorld } from './check-world.ts'
import type { World } from './world.ts'

/** Two players have completed a game, of which one of them has reacted to a step, and have the game of the next day. */
const { server, friends, gameId } = await playedGroupGame('Anna', 'Bella')
const [client] = friends
await client.addReaction({ params: { gameId }, body: { stepIndex: 1, reactionType: 'love' } })
server.clock.advance(86_400_000)
await client.triggerDailyGames()
const played = (await client.exportWorld()) as unknown as World

async function* linesOf(world: World) {
  yield textOfWorld({ ...world })
}
const problemsOf = async (world: World) => (await checkWorld(linesOf(world), nodeCodecs)).problems

const game = played.games.find(({ id }) => id === gameId)
const games = played.games.filter(({ id }) => id !== gameId)
const [reactionsOfOne] = played.reactions
if (!game || !reactionsOfOne) throw new Error('The world has no game')
const at = '2026-03-07T17:00:00.000Z'
const NOBODY = 'nobody-has-this-id-0000'

test.each<[string, Partial<World>, RegExp]>([
  [
    'a player who is nobody',
    {
      reactions: [
        { ...reactionsOfOne, reactions: [{ stepIndex: 0, userId: NOBODY, reactionType: 'love', at }] },
      ],
    },
    /^reactions .+: nobody-has-this-id-0000 is not in users$/,
  ],
  ['a game that is missing', { games }, new RegExp(`: ${game.id} is not in games$`)],
  [
    'a step that is missing',
    {
      reactions: [
        {
          gameId: game.id,
          reactions: [{ stepIndex: 40, userId: played.users[0]?.id ?? '', reactionType: 'love', at }],
        },
      ],
    },
    /has no step 40$/,
  ],
  [
    'a token of nobody',
    { pushTokens: [{ token: 't', platform: 'ios', userId: NOBODY, deviceId: null, createdAt: at }] },
    /^pushTokens t: nobody/,
  ],
  [
    'a completed game with more steps than turns',
    { games: [{ ...game, turnsStarted: 0 }, ...games] },
    /has more steps than turns$/,
  ],
  [
    'a game that begins with a guess',
    { games: [{ ...game, entries: game.entries.filter(({ type }) => type === 'guess') }, ...games] },
    /begins with a guess$/,
  ],
  [
    'a step by nobody who plays',
    { games: [{ ...game, players: [] }, ...games] },
    /step 0 is by nobody who plays$/,
  ],
])('%s is named with its place', async (_, change, problem) => {
  expect(await problemsOf({ ...played, ...change })).toContainEqual(expect.stringMatching(problem))
})

test('a file that is torn is not sound', async () => {
  const text = textOfWorld({ ...played })
  const torn = async function* () {
    yield text.slice(0, -1000)
  }
  expect((await checkWorld(torn(), nodeCodecs)).problems).toHaveLength(1)
})
