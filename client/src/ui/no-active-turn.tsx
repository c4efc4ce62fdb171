import { PATHS } from '../paths.ts'
import { ButtonLink } from './button.tsx'
import { EmptyPicture } from './pictures/pictures.tsx'
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
