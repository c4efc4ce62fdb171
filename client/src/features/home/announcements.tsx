import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEY, keepIds, keptIds } from '../../platform/storage.ts'
import { api } from '../../session/server/api.ts'
import { pollEvery } from '../../session/server/polling.ts'
import { QUERY } from '../../session/server/query-client.ts'
import { Notice } from '../../ui/dialogs/notice.tsx'

const POLL_MS = 60_000
/** Ids of announcements that the player has dismissed; older ones are over. */
const MAX_DISMISSED = 20

/** What the operator tells all players, and that they can only look around during maintenance. */
export default function Announcements() {
  const [dismissed, setDismissed] = useState(() => keptIds(KEY.dismissed))
  const { data } = useQuery({
    queryKey: QUERY.announcements,
    queryFn: ({ signal }) => api.getAnnouncements({}, { signal }),
    refetchInterval: pollEvery(POLL_MS),
  })
  const shown = data?.announcements.filter((each) => !dismissed.includes(idOf(each))) ?? []
  const maintenance = data?.maintenance
  if (!maintenance && shown.length === 0) return null
  const dismiss = (id: string) => {
    setDismissed(keepIds(KEY.dismissed, [...dismissed, id], MAX_DISMISSED))
  }
  return (
    <div className="notices stack gap-2">
      {maintenance && (
        <Notice title="A short pause">
          {`${maintenance.message ? `${maintenance.message} ` : ''}You can look around, and play again in a while.`}
        </Notice>
      )}
      {shown.map((each) => (
        <Notice key={idOf(each)} tone="green" onDismiss={() => dismiss(idOf(each))}>
          {each.text}
        </Notice>
      ))}
    </div>
  )
}

/** Ids start again on another server. */
const idOf = ({ id, at }: { id: string; at: string }): string => `${at} ${id}`
