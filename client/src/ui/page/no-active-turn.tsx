import { PATHS } from '../../paths.ts'
import { isConnectionLost } from '../../platform/online.ts'
import { CONNECTION_LOST } from '../../session/session.ts'
import { ButtonLink } from '../controls/button.tsx'
import { EmptyPicture } from '../pictures/screen-pictures.tsx'
import { LoadFailed } from './load-failed.tsx'
import { StatePanel } from './state-panel.tsx'

/**
 * Shown by a turn screen to a player without a turn, for example because it ran out of time.
 * @param isCounted whether the server submitted the best guess of a turn that ran out of time
 */
export function NoActiveTurn({ isExpired, isCounted = false }: { isExpired: boolean; isCounted?: boolean }) {
  return (
    <StatePanel
      role={isExpired ? 'status' : undefined}
      picture={<EmptyPicture />}
      title={isExpired ? 'Time is up!' : 'No active turn found. Please start a new turn.'}
      text={
        isExpired &&
        `${isCounted ? 'Your best guess was submitted.' : 'Your turn went to the next player.'} There is a new word tomorrow.`
      }
      actions={
        <ButtonLink to={PATHS.home} tone="primary">
          Go Home
        </ButtonLink>
      }
    />
  )
}

/** Shown when the server cannot say whether there is a turn. The drawing is saved on this device. */
export function TurnNotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isLost = isConnectionLost(error)
  return (
    <LoadFailed
      error={error}
      title={isLost ? CONNECTION_LOST : 'Your turn could not be loaded. Please try again.'}
      text={`${isLost ? 'Your turn continues as soon as you are back. ' : ''}Your drawing is safe.`}
      onRetry={onRetry}
    >
      <ButtonLink to={PATHS.home}>Go Home</ButtonLink>
    </LoadFailed>
  )
}
