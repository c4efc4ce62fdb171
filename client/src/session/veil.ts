import type { EntryContent, Participant, Today } from '@inkling/mock-server/contract/schemas/game'
import type { ChainStep } from '@inkling/mock-server/contract/schemas/results'

/** One white pixel. */
const WHITE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

const DOTS = '\u2022 \u2022 \u2022'

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

/** Players whose name the player has reported, or whom they have blocked, have neither name nor avatar. */
export const withVeiledNames = <T extends Pick<Today, 'participants'>>(shown: T): T => ({
  ...shown,
  participants: shown.participants.map(veiledPerson),
})

const veiledPerson = (person: Participant): Participant =>
  person.hidden === 'you' || person.hidden === 'blocked'
    ? { ...person, username: person.hidden === 'you' ? 'Hidden player' : 'Blocked player', avatar: null }
    : person
