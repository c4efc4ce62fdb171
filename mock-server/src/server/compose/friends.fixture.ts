import { type Client, clientOf, type ServerAccess } from '../../core/contract/client/client.ts'
import type { SignedIn } from '../../core/contract/schemas/user.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer, type InProcessOptions, type InProcessServer } from './in-process-server.ts'

/** A signed-in player, who is also an admin if the server has no admin key. */
export interface Friend extends Client {
  readonly id: string
  readonly token: string
  /** Starts a turn and draws. */
  draw(): Promise<void>
  /** Starts a turn, makes one guess and finalises it. */
  guess(text: string): Promise<void>
}

export const newServer = (options: InProcessOptions = {}): InProcessServer =>
  createInProcessServer({ seed: 'safety', clock: '2026-03-07T12:00:00-05:00', ...options })

/** How to reach a server. Only one behind another origin than `http://in-process` needs a `baseUrl`. */
export interface Reached extends Pick<InProcessServer, 'fetch'> {
  readonly baseUrl?: string
  readonly adminKey?: string | null
}

/** How to reach a server over HTTP, also as an admin. */
export const overHttp = ({ url, adminKey }: { url: string; adminKey: string | null }): Reached => ({
  fetch,
  baseUrl: url,
  adminKey,
})

const accessTo = ({ fetch, baseUrl = 'http://in-process', adminKey }: Reached): ServerAccess => ({
  fetch,
  baseUrl,
  ...(adminKey && { adminKey }),
})

/** A client without a player. */
export const anyone = (server: Reached): Client => clientOf(accessTo(server))

export const deviceOf = (name: string): string => `device_${name}_0123456789`

/** The player of a device that has signed in. */
export function friendOf(server: Reached, { token, user }: SignedIn): Friend {
  const client = clientOf(accessTo(server), { token: () => token })
  return {
    ...client,
    id: user.id,
    token,
    async draw() {
      await client.startTurn()
      await client.submitTurn({ body: { content: { drawing: picture(40) }, timeSpent: 1 } })
    },
    async guess(text) {
      await client.startTurn()
      await client.submitGuess({ body: { guess: text } })
      await client.submitTurn({ body: { content: { guess: text }, timeSpent: 1 } })
    },
  }
}

/** The player of the device with this name, at first without a name of their own. */
export const playerOf = async (server: Reached, name: string): Promise<Friend> =>
  friendOf(server, await anyone(server).signInDevice({ body: { deviceId: deviceOf(name) } }))

/** The player of the device with this name, which is also theirs. */
export async function signIn(server: Reached, name: string): Promise<Friend> {
  const friend = await playerOf(server, name)
  await friend.updateProfile({ body: { username: name, finishedOnboarding: true } })
  return friend
}

/** The player on another device too. */
export async function moveTo(server: Reached, player: Client, name: string): Promise<Friend> {
  const { code } = await player.createMoveCode()
  const body = { code, deviceId: deviceOf(name), replace: true }
  return friendOf(server, await anyone(server).moveHere({ body }))
}

/** A friend for each name. */
type Friends<N extends readonly string[]> = { -readonly [At in keyof N]: Friend }

export async function signInAll<const N extends readonly string[]>(
  server: Reached,
  names: N,
): Promise<Friends<N>> {
  const friends: Friend[] = []
  for (const name of names) friends.push(await signIn(server, name))
  return friends as Friends<N>
}

/** Today's game of a group, whose host is the first friend. Friends are found by their names in lower case. */
export async function groupGame<const N extends readonly string[]>(...names: N) {
  const server = newServer()
  const friends = await signInAll(server, names)
  const byName = Object.fromEntries(names.map((name, at) => [name.toLowerCase(), friends[at]]))
  return {
    ...(byName as { readonly [Name in N[number] as Lowercase<Name>]: Friend }),
    server,
    admin: anyone(server),
    friends,
    gameId: await inOneGroup(friends),
  }
}

/** As {@link groupGame}: the first draws, the second guesses, all others pass. */
export async function playedGroupGame<const N extends readonly string[]>(...names: N) {
  const game = await groupGame(...names)
  const [drawer, guesser, ...others] = game.friends as Friend[]
  await drawer?.draw()
  await guesser?.guess('zebra')
  for (const other of others) await other.skipTurn()
  return game
}

/** All in one group, whose host is the first, with today's game. @returns its id */
export async function inOneGroup([host, ...others]: readonly Friend[]): Promise<string> {
  if (!host) throw new Error('There is no host')
  const { code } = await host.createGroup({ body: { name: 'Owls' } })
  for (const other of others) await other.joinGroup({ body: { code } })
  const { gameId } = await host.jumpIn()
  return gameId ?? ''
}

/** All in one public game. @returns its id */
export async function inOnePublicGame(friends: readonly Friend[]): Promise<string> {
  let id = ''
  for (const friend of friends) id = (await friend.jumpIn()).gameId ?? ''
  return id
}
