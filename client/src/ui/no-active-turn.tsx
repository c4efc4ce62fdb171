import { PATHS } from '../paths.ts'
import { Button, ButtonLink } from './button.tsx'
import { EmptyPicture, OfflinePicture } from './pictures/pictures.tsx'
import { StatePanel } from './state-panel.tsx'

/** What a turn screen shows to somebody who holds no turn. */
export function NoActiveTurn() {
  return (
    <StatePanel
      picture={<EmptyPicture />}
      title="No active turn found. Please start a new turn."
      actions={
        <ButtonLink to={PATHS.home} tone="primary">
          Go Home
        </ButtonLink>
      }
    />
  )
}

/** A turn may be there, but the server cannot be asked. What was drawn is kept on this device. */
export function TurnOutOfReach() {
  return (
    <StatePanel
      role="alert"
      picture={<OfflinePicture />}
      title="Connection lost. Please check your internet and try again."
      text="Your turn goes on as soon as you are back. What you drew is safe."
      actions={
        <Button tone="primary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
      }
    />
  )
}
