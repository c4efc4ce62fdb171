import { createClient, type ServerAccess } from '@inkling/mock-server/contract/client/client'

type Server = Pick<ServerAccess, 'fetch'> & Partial<ServerAccess>

/** A new player with this name, and a client of theirs. */
export async function newPlayer(server: Server, username: string, device = username) {
  let token: string | null = null
  const player = createClient({ baseUrl: 'http://server', ...server, token: () => token })
  const { user, ...signedIn } = await player.signInDevice({ body: { deviceId: `device_of_${device}_0123` } })
  token = signedIn.token
  await player.updateProfile({ body: { username, avatar: '🦊' } })
  return { player, id: user.id }
}

/** A new player who has joined a game. */
export async function newcomer(server: Server, username: string) {
  const { player, id } = await newPlayer(server, username)
  const { gameId } = await player.jumpIn()
  return { player, id, gameId: gameId ?? '' }
}

/** The only member of a new group, which has its game of the day. */
export async function loneMember(server: Server, group: string) {
  const { player } = await newPlayer(server, 'Night_Owl')
  await player.createGroup({ body: { name: group } })
  await player.triggerDailyGames()
  return player
}

/** Players of a group, and the reports of their names by its host. */
export async function reportedNames(server: Server, names: readonly string[]) {
  const host = await newPlayer(server, `HostOf${names[0]}`)
  const { code } = await host.player.createGroup({ body: { name: 'Owls' } })
  const authors = []
  for (const name of names) authors.push(await newPlayer(server, name))
  for (const { player } of authors) await player.joinGroup({ body: { code } })
  const { gameId } = await host.player.jumpIn()
  const reported = []
  for (const author of authors) {
    const body = { gameId: gameId ?? '', kind: 'name', userId: author.id, reason: 'hurtful' } as const
    reported.push({ ...author, ...(await host.player.report({ body })) })
  }
  return reported
}
