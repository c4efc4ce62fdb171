import { expect, vi } from 'vitest'
import { inOneGroup, playerOf } from '../compose/friends.fixture.ts'
import { DOOR_OPTIONS, type PlayedDoor } from './door-day.fixture.ts'

/* Listens to reactions through a door, to compare the sockets of doors. */

/** What listeners receive from the sockets of a door. */
export interface Heard {
  /** Close code and reason of each socket that was refused. */
  readonly refused: readonly { code: number; reason: string }[]
  /** The messages about a reaction that was added, changed and removed. */
  readonly messages: readonly unknown[]
}

/**
 * Plays a short game, then listens to its reactions.
 * @param WebSocket a class whose sockets can connect to this door
 */
export async function hearReactions(
  door: PlayedDoor,
  WebSocket: typeof globalThis.WebSocket,
): Promise<Heard> {
  const { origin: baseUrl, fetch } = door
  const reached = { fetch, baseUrl, adminKey: DOOR_OPTIONS.adminKey }
  const player = (name: string) => playerOf(reached, name)
  const open = (gameId: string, query: string) =>
    new WebSocket(`${baseUrl.replace('http', 'ws')}/api/reactions/ws/${gameId}${query}`)
  const refusal = (gameId: string, query: string) =>
    new Promise<{ code: number; reason: string }>((resolve) => {
      open(gameId, query).addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
    })

  const [dan, eve, zoe] = [await player('dan'), await player('eve'), await player('zoe')]
  const gameId = await inOneGroup([dan, eve])
  await dan.draw()
  await eve.skipTurn()

  const refused = []
  for (const query of ['', '?token=not.a.token', `?token=${zoe.token}`])
    refused.push(await refusal(gameId, query))
  refused.push(await refusal('no-such-game', `?token=${dan.token}`))

  const heard: string[] = []
  const socket = open(gameId, `?token=${dan.token}`)
  socket.addEventListener('message', ({ data }) => heard.push(String(data)))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const params = { gameId }
  // A socket of msw opens before its admission, which has ended when a first reaction arrives.
  await vi.waitFor(async () => {
    await eve.addReaction({ params, body: { stepIndex: 0, reactionType: 'wow' } })
    await eve.removeReaction({ params: { gameId, stepIndex: 0 } })
    expect(heard.length).toBeGreaterThan(0)
  }, 15_000)
  await eve.addReaction({ params, body: { stepIndex: 0, reactionType: 'love' } })
  await eve.addReaction({ params, body: { stepIndex: 0, reactionType: 'fire' } })
  await eve.removeReaction({ params: { gameId, stepIndex: 0 } })
  const messages = () => heard.filter((text) => !text.includes('"wow"')).map((text) => JSON.parse(text))
  const actions = () => messages().map(({ data }) => data.action)
  await vi.waitFor(() => expect(actions(), heard.join(' ')).toEqual(['added', 'changed', 'removed']), 15_000)
  socket.close()
  return { refused, messages: messages() }
}
