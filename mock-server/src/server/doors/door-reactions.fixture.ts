import { expect, vi } from 'vitest'
import { createClient } from '../../core/contract/client/client.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
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
  const player = async (who: string) => {
    const { token } = await createClient({ baseUrl, fetch }).signInDevice({
      body: { deviceId: `device_${who}_0123456789` },
    })
    const { adminKey } = DOOR_OPTIONS
    return { token, client: createClient({ baseUrl, fetch, adminKey, token: () => token }) }
  }
  const open = (gameId: string, query: string) =>
    new WebSocket(`${baseUrl.replace('http', 'ws')}/api/reactions/ws/${gameId}${query}`)
  const refusal = (gameId: string, query: string) =>
    new Promise<{ code: number; reason: string }>((resolve) => {
      open(gameId, query).addEventListener('close', ({ code, reason }) => resolve({ code, reason }))
    })

  const [dan, eve, zoe] = [await player('dan'), await player('eve'), await player('zoe')]
  const { code } = await dan.client.createGroup({ body: { name: 'Listeners' } })
  await eve.client.joinGroup({ body: { code } })
  await dan.client.triggerDailyGames()
  const { gameId } = await dan.client.startTurn()
  await dan.client.submitTurn({ body: { content: { drawing: picture(64) }, timeSpent: 1 } })
  await eve.client.skipTurn()

  const refused = []
  for (const query of ['', '?token=not.a.token', `?token=${zoe.token}`])
    refused.push(await refusal(gameId, query))
  refused.push(await refusal('no-such-game', `?token=${dan.token}`))

  const heard: string[] = []
  const socket = open(gameId, `?token=${dan.token}`)
  socket.addEventListener('message', ({ data }) => heard.push(String(data)))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const { client } = eve
  const params = { gameId }
  // A socket of msw opens before its admission, which has ended when a first reaction arrives.
  await vi.waitFor(async () => {
    await client.addReaction({ params, body: { stepIndex: 0, reactionType: 'wow' } })
    await client.removeReaction({ params: { gameId, stepIndex: 0 } })
    expect(heard.length).toBeGreaterThan(0)
  }, 15_000)
  await client.addReaction({ params, body: { stepIndex: 0, reactionType: 'love' } })
  await client.addReaction({ params, body: { stepIndex: 0, reactionType: 'fire' } })
  await client.removeReaction({ params: { gameId, stepIndex: 0 } })
  const messages = () => heard.filter((text) => !text.includes('"wow"')).map((text) => JSON.parse(text))
  const actions = () => messages().map(({ data }) => data.action)
  await vi.waitFor(() => expect(actions(), heard.join(' ')).toEqual(['added', 'changed', 'removed']), 15_000)
  socket.close()
  return { refused, messages: messages() }
}
