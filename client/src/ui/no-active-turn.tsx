import { PATHS } from '../paths.ts'
import { isConnectionLost } from '../platform/online.ts'
import { Button, ButtonLink } from './button.tsx'
import { EmptyPicture } from './pictures/pictures.tsx'
import { TroublePicture } from './pictures/trouble-picture.tsx'
import { StatePanel } from './state-panel.tsx'

const goHome = (
  <ButtonLink to={PATHS.home} tone="primary">
    Go Home
  </ButtonLink>
)

/** Shown by a turn screen to a player without a turn. */
export function NoActiveTurn() {
  return (
    <StatePanel
      picture={<EmptyPicture />}
      title="No active turn found. Please start a new turn."
      actions={goHome}
    />
  )
}

/** The turn ran out of time with nothing to submit. */
export function TurnExpired() {
  return (
    <StatePanel
      role="status"
      picture={<EmptyPicture />}
      title="Time is up!"
      text="Your turn went on to the next player. There is a new word tomorrow."
      actions={goHome}
    />
  )
}

/** There may be a turn, but the server could not be asked. The drawing is saved on this device. */
export function TurnNotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isLost = isConnectionLost(error)
  return (
    <StatePanel
      role="alert"
      picture={<TroublePicture error={error} />}
      title={
        isLost
          ? 'Connection lost. Please check your internet and try again.'
          : 'Your turn could not be loaded. Please try again.'
      }
      text={`${isLost ? 'Your turn goes on as soon as you are back. ' : ''}What you drew is safe.`}
      actions={
        <>
          <Button tone="primary" onClick={onRetry}>
            Try Again
          </Button>
          <ButtonLink to={PATHS.home}>Go Home</ButtonLink>
        </>
      }
    />
  )
}
