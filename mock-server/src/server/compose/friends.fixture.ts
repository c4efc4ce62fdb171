import { type Client, createClient } from '../../core/contract/client/client.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import { createInProcessServer, type InProcessServer } from './in-process-server.ts'

/** A signed-in player of an in-process server, who is also an admin. */
export interface Friend {
  readonly client: Client
  readonly id: string
  /** Starts a turn and draws. */
  draw(): Promise<void>
  /** Starts a turn, makes one guess and finalises it. */
  guess(text: string): Promise<void>
}

export const newServer = (): InProcessServer =>
  createInProcessServer({ seed: 'safety', clock: '2026-03-07T12:00:00-05:00' })

/** Only a server behind another origin than `http://in-process` needs a `baseUrl`. */
type Reached = Pick<InProcessServer, 'fetch'> & { readonly baseUrl?: string }

export async function signIn(
  { fetch, baseUrl = 'http://in-process' }: Reached,
  name: string,
): Promise<Friend> {
  let token: string | null = null
  const client = createClient({ baseUrl, fetch, token: () => token })
  const signedIn = await client.signInDevice({ body: { deviceId: `device_${name}_0123456789` } })
  token = signedIn.token
  await client.updateProfile({ body: { username: name, finishedOnboarding: true } })
  return {
    client,
    id: signedIn.user.id,
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

/** A game of a group, of which the first friend is the host: the first draws, the second guesses, all others pass. */
export async function playedGroupGame<const N extends readonly string[]>(...names: N) {
  const server = newServer()
  const friends = await signInAll(server, names)
  const [drawer, guesser, ...others] = friends as Friend[]
  const gameId = await inOneGroup(friends)
  await drawer?.draw()
  await guesser?.guess('zebra')
  for (const { client } of others) await client.skipTurn()
  return { server, friends, gameId }
}

/** All in one group, whose host is the first, with today's game. @returns its id */
export async function inOneGroup([host, ...others]: readonly Friend[]): Promise<string> {
  if (!host) throw new Error('There is no host')
  const { code } = await host.client.createGroup({ body: { name: 'Owls' } })
  for (const { client } of others) await client.joinGroup({ body: { code } })
  const { gameId } = await host.client.jumpIn()
  return gameId ?? ''
}

/** All in one public game. @returns its id */
export async function inOnePublicGame(friends: readonly Friend[]): Promise<string> {
  let id = ''
  for (const { client } of friends) id = (await client.jumpIn()).gameId ?? ''
  return id
}
