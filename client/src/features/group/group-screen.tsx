import { Plus, UsersRound } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { useGroup } from '../../session/group.ts'
import { messageOf } from '../../session/session.ts'
import { useUser } from '../../session/session-store.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Loading, StatePanel } from '../../ui/page/state-panel.tsx'
import { GroupPicture } from '../../ui/pictures/pictures.tsx'
import { Arrival } from './arrival.tsx'
import { GroupView } from './group-view.tsx'

/** The player's group, or links to create or join one. The page that has just joined it says so in the history entry. */
export default function GroupScreen() {
  const groupId = useUser()?.groupId ?? null
  const { data: group, error, refetch } = useGroup({ poll: true })
  const { state } = useLocation()
  const navigate = useNavigate()
  // The shell moves the focus to the heading, because the pressed button is gone.
  const showGroup = () => void navigate(PATHS.group, { replace: true })
  if (groupId === null) return <NoGroup />
  return (
    <Page title="Group" heading={group ? null : 'Group'} width="wide">
      {group && state?.joined === true ? (
        <Arrival group={group} onContinue={showGroup} />
      ) : group ? (
        <GroupView group={group} />
      ) : error ? (
        <LoadFailed
          error={error}
          title="Your group could not be loaded"
          text={messageOf(error, 'Please try again.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading text="Calling everyone together..." />
      )}
    </Page>
  )
}

function NoGroup() {
  return (
    <Page title="Group" width="wide">
      <StatePanel
        picture={<GroupPicture />}
        title="Better with friends"
        text="A group has its own book, with one chain a day."
        actions={
          <>
            <ButtonLink to={PATHS.createGroup} tone="primary" icon={<Plus aria-hidden />}>
              Create New Group
            </ButtonLink>
            <ButtonLink to={PATHS.joinGroup} icon={<UsersRound aria-hidden />}>
              Join Existing Group
            </ButtonLink>
          </>
        }
      />
    </Page>
  )
}
