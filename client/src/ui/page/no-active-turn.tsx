import { PATHS } from '../../paths.ts'
import { isConnectionLost } from '../../platform/online.ts'
import { CONNECTION_LOST } from '../../session/session.ts'
import { ButtonLink } from '../controls/button.tsx'
import { EmptyPicture } from '../pictures/screen-pictures.tsx'
import { LoadFailed } from './load-failed.tsx'
import { StatePanel } from './state-panel.tsx'

const TITLES = {
  none: 'No active turn found. Please start a new turn.',
  expired: 'Time is up!',
  passed: 'You passed this turn.',
} as const

interface NoActiveTurnProps {
  /** Why there is none; `none` if the player had none on this screen. */
  reason: keyof typeof TITLES
  /** Whether the server submitted the best guess of a turn that ran out of time. */
  isCounted?: boolean
}

/** Shown by a turn screen to a player without a turn, for example because it ran out of time. */
export function NoActiveTurn({ reason, isCounted = false }: NoActiveTurnProps) {
  return (
    <StatePanel
      role={reason === 'none' ? undefined : 'status'}
      picture={<EmptyPicture />}
      title={TITLES[reason]}
      text={
        reason !== 'none' &&
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
