import { type ReactNode, useState } from 'react'
import { PATHS } from '../../paths.ts'
import { useSession } from '../../session/session-store.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StatePanel } from '../../ui/page/state-panel.tsx'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'

/** The page of a form to create or join a group. Group members, whom the server would refuse, are told so. */
export function FormForNonMembers({ title, children }: { title: string; children: ReactNode }) {
  // Read once, because submitting the form makes the player a member before the group screen opens.
  const [wasMember] = useState(() => useSession.getState().user?.groupId != null)
  return (
    <Page title={title} back={PATHS.group}>
      {wasMember ? <AlreadyMember /> : children}
    </Page>
  )
}

const AlreadyMember = () => (
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
