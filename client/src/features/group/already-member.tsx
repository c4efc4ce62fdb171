import { PATHS } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { StatePanel } from '../../ui/page/state-panel.tsx'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'

/** Replaces the create and join forms for group members, whom the server would refuse. */
export function AlreadyMember() {
  return (
    <StatePanel
      role="status"
      picture={<GroupPicture />}
      title="You are already in a group"
      text="You can be in one group at a time. To join or create another one, leave yours first."
      actions={
        <ButtonLink to={PATHS.group} tone="primary">
          Go to My Group
        </ButtonLink>
      }
    />
  )
}
