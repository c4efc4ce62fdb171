import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GroupSummary, GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { Hidden } from '@inkling/mock-server/contract/schemas/safety'

/** Somebody whose name may be veiled; `veiled` is what is hidden, to show on request. */
export type ShownPerson<P extends Veilable> = P & { veiled?: Pick<P, 'username' | 'avatar'> }

interface Veilable {
  readonly username: string
  readonly avatar: string | null
  readonly hidden?: Hidden | undefined
}

/** Today's game with veiled names, also that of the player on turn. */
export function veiledToday(today: Today): Today {
  const shown = withVeiledNames(today)
  const turn = today.currentTurn
  const player = turn && shown.participants.find(({ userId }) => userId === turn.userId)
  return turn && player?.hidden ? { ...shown, currentTurn: { ...turn, username: player.username } } : shown
}

/** Players whose name the player has reported, or whom they have blocked, have neither name nor avatar. */
export const withVeiledNames = <T extends Pick<Today, 'participants'>>(shown: T): T => ({
  ...shown,
  participants: shown.participants.map(veiledPerson),
})

/** The group with veiled names of members, and of itself. */
export const veiledGroup = (group: GroupView): GroupView => ({
  ...veiledNameOfGroup(group),
  members: group.members.map(veiledPerson),
})

/** A group whose name may be veiled; `veiled` is what is hidden, to show on request. */
export type ShownGroup<G> = G & { veiled?: { name: string; avatar: string | null } }

/** A group whose name or avatar the player has reported has neither. */
export function veiledNameOfGroup<G extends GroupSummary | GroupView>(group: G): ShownGroup<G> {
  if (group.hidden !== 'you') return group
  const veiled = { name: group.name, avatar: group.avatar }
  return Object.assign({}, group, { name: 'Hidden group', avatar: null, veiled })
}

const veiledPerson = <P extends Veilable>(person: P): ShownPerson<P> =>
  person.hidden === 'you' || person.hidden === 'blocked'
    ? {
        ...person,
        username: person.hidden === 'you' ? 'Hidden player' : 'Blocked player',
        avatar: null,
        veiled: { username: person.username, avatar: person.avatar },
      }
    : person
