import { useGroupOfCode } from '../../session/group-of-code.ts'
import { membersText } from '../../ui/members-text.ts'
import { Notice } from '../../ui/notice.tsx'

/** Shows the group of a code before joining; nothing if the lookup fails. */
export function GroupOfCode({ code }: { code: string }) {
  const { data: group } = useGroupOfCode(code)
  if (group === undefined) return null
  if (group === null) return <Notice>No group has this code.</Notice>
  return (
    <Notice tone="green" title={group.name}>
      {membersText(group.memberCount)}
    </Notice>
  )
}
