import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { Sun } from 'lucide-react'
import { useState } from 'react'
import { PATHS } from '../../paths.ts'
import { isDone } from '../../turn/today.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { StatePanel } from '../../ui/page/state-panel.tsx'
import { WaitingPicture } from '../../ui/pictures/pictures.tsx'

/** The game of the screen once another one has begun, so that the screen no longer is about the player's turn. */
export function useEndedGame(today: Today | undefined): string | null {
  const [gameId, setGameId] = useState<string | null>(null)
  if (today?.gameId && gameId === null) setGameId(today.gameId)
  return today !== undefined && today.gameId !== gameId && !isDone(today) ? gameId : null
}

/** Replaces the confirmation of a turn in a page that was left open over midnight. */
export const NewDay = ({ endedGame }: { endedGame: string }) => (
  <StatePanel
    role="status"
    picture={<WaitingPicture />}
    title="A new day has begun"
    heading
    text="Your turn is in the book, and the results of that game are in."
    actions={
      <>
        <ButtonLink to={PATHS.results} state={{ gameId: endedGame }} tone="primary">
          See Results
        </ButtonLink>
        <ButtonLink to={PATHS.home} icon={<Sun aria-hidden />}>
          Back to Home
        </ButtonLink>
      </>
    }
  />
)
