import { useMutation } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { useGroup } from '../../session/group.ts'
import { useGroupOfCode } from '../../session/group-of-code.ts'
import { joinGroup } from '../../session/join-group.ts'
import { useUser } from '../../session/session-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Invitation } from '../../ui/players/invitation.tsx'
import { Name } from '../../ui/players/name.tsx'

/**
 * An invitation beside results, for somebody who plays already. They opened the link for the chain, so that joining is a
 * press; members of the group see nothing.
 */
export function InvitedPlayer({ code }: { code: string }) {
  const navigate = useNavigate()
  const groupId = useUser()?.groupId ?? null
  const { data: group } = useGroupOfCode(code)
  const joining = useMutation({
    mutationFn: () => joinGroup(code),
    onSuccess: () => navigate(PATHS.group, { state: { joined: true } }),
  })
  // Once joined, the card stays until the group is displayed.
  if (!group || (group.id === groupId && joining.isIdle)) return null
  if (groupId !== null && joining.isIdle) return <OtherGroup />
  return (
    <>
      <Invitation
        code={code}
        action={
          <Button
            size="small"
            icon={<UsersRound aria-hidden />}
            busy={joining.isPending}
            onClick={() => joining.mutate()}
          >
            Join Group
          </Button>
        }
      />
      {joining.error && (
        <Notice tone="red">Group not found or failed to join. Please check the code and try again.</Notice>
      )}
    </>
  )
}

/** For a member of another group, whom the server would refuse. */
function OtherGroup() {
  const { data: own } = useGroup()
  return (
    <Notice>
      The link also invites you to a group. You are in {own ? <Name>{own.name}</Name> : 'another one'}: one
      group at a time.
    </Notice>
  )
}
