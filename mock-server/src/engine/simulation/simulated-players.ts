import type { User } from '../../core/rules/players/user.ts'
import { AVATARS, FIRST_NAMES } from '../../core/rules/username/generated-players.ts'
import type { Context } from '../context.ts'

/** Simulated players, stored as users like any other. The same `purpose` gives the same players. */
export async function simulatedPlayers(context: Context, purpose: string, count: number): Promise<User[]> {
  const { tx, ids, now } = context
  const players: User[] = []
  for (const { id, deviceHash } of identities(context, purpose, count)) {
    const chance = ids.chance(id)
    const stored = await tx.get('users', id)
    const user: User = stored ?? {
      id,
      deviceHash,
      username: `${FIRST_NAMES[chance % FIRST_NAMES.length]}${chance % 1000}`,
      avatar: AVATARS[chance % AVATARS.length] ?? null,
      groupId: null,
      finishedOnboarding: true,
      pushNotifications: false,
      createdAt: now,
      groupsFounded: 0,
    }
    if (!stored) tx.insert('users', user)
    players.push(user)
  }
  return players
}

/** The ids of {@link simulatedPlayers}, without creating them. */
export const simulatedIds = (context: Context, purpose: string, count: number): string[] =>
  identities(context, purpose, count).map(({ id }) => id)

function identities({ ids, ports }: Context, purpose: string, count: number) {
  return Array.from({ length: count }, (_, at) => {
    // A device id cannot contain a space, so nobody can sign in as a simulated player.
    const deviceHash = ports.codecs.sha256(`simulated ${ids.chance(`${purpose} ${at}`)} ${purpose} ${at}`)
    return { id: ids.user(deviceHash), deviceHash }
  })
}
