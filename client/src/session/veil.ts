import type { EntryContent, Today } from '@inkling/mock-server/contract/schemas/game'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Hidden } from '@inkling/mock-server/contract/schemas/safety'

/** One white pixel. */
const WHITE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

const DOTS = '\u2022\u00a0\u2022\u00a0\u2022'

/**
 * A step that the player has reported, or of a player they have blocked, has neutral content: the story, thumbnails and
 * shared pictures show that. `veiled` is what it hides, to show on request.
 */
export type ShownStep = ChainStep & { veiled?: EntryContent }

export function veiledStep(step: ChainStep): ShownStep {
  const { hidden, content, strokes: _, ...rest } = step
  if (hidden !== 'you' && hidden !== 'blocked') return step
  return {
    ...rest,
    hidden,
    ...(hidden === 'blocked' && { username: 'Blocked player', avatar: null }),
    content: content.drawing === undefined ? { guess: DOTS } : { drawing: WHITE },
    veiled: content,
  }
}

/** The results with veiled steps. A veiled guess also has dots where it is the final guess, or one of the attempts. */
export function veiledResults(results: GameResults): GameResults {
  const chain: ShownStep[] = results.chain.map(veiledStep)
  const guesses = new Set(chain.map(({ veiled }) => veiled?.guess))
  const shown = (guess: string) => (guesses.has(guess) ? DOTS : guess)
  return {
    ...results,
    chain,
    finalGuess: results.finalGuess && shown(results.finalGuess),
    guessAttempts: results.guessAttempts.map((attempt) => ({ ...attempt, guess: shown(attempt.guess) })),
  }
}

/** Somebody whose name may be veiled; `veiled` is what is hidden, to show on request. */
export type Shown<P extends Person> = P & { veiled?: Pick<P, 'username' | 'avatar'> }

interface Person {
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

/** The group with veiled names of members. */
export const veiledGroup = (group: GroupView): GroupView => ({
  ...group,
  members: group.members.map(veiledPerson),
})

const veiledPerson = <P extends Person>(person: P): Shown<P> =>
  person.hidden === 'you' || person.hidden === 'blocked'
    ? {
        ...person,
        username: person.hidden === 'you' ? 'Hidden player' : 'Blocked player',
        avatar: null,
        veiled: { username: person.username, avatar: person.avatar },
      }
    : person
