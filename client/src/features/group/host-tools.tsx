import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useQuery } from '@tanstack/react-query'
import { Globe, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../session/api.ts'
import { cacheGroup } from '../../session/group.ts'
import { QUERY, queryClient } from '../../session/query-client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import styles from './host-tools.module.css'

/** What the host can do about strangers: who sees results, a new code, and who was kept out. */
export default function HostTools({ group }: { group: GroupView }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data: keptOut } = useQuery({
    queryKey: QUERY.keptOut(group.id),
    queryFn: ({ signal }) => api.getKeptOut({ params: { id: group.id } }, { signal }),
  })
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      console.info('The group was not changed:', error)
      setProblem('This did not work. Please try again.')
    }
    setBusy(false)
  }
  const share = (publicResults: boolean) =>
    attempt(async () =>
      cacheGroup(await api.updateGroupSettings({ params: { id: group.id }, body: { publicResults } })),
    )
  const renew = () => attempt(async () => cacheGroup(await api.renewGroupCode({ params: { id: group.id } })))
  const letBackIn = (userId: string) =>
    attempt(async () => {
      const left = await api.letBackIn({ params: { id: group.id, userId } })
      queryClient.setQueryData(QUERY.keptOut(group.id), left)
    })
  return (
    <div className={styles.tools}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={group.settings.publicResults ?? true}
          disabled={isBusy}
          onChange={(event) => void share(event.target.checked)}
        />
        <Globe aria-hidden />
        <span>Anyone with the link can see our results</span>
      </label>
      <Button size="small" icon={<RefreshCw aria-hidden />} disabled={isBusy} onClick={() => void renew()}>
        Make a new code
      </Button>
      <p>The old code stops working at once. Nobody leaves.</p>
      {keptOut && keptOut.players.length > 0 && (
        <>
          <h3>Kept out</h3>
          <ul className={styles.people}>
            {keptOut.players.map((player) => (
              <li key={player.userId} className={styles.person}>
                <Avatar person={player} />
                <span className={styles.name}>
                  <PlayerName name={player.username} />
                </span>
                <Button
                  size="small"
                  aria-label={`Let ${player.username} back in`}
                  disabled={isBusy}
                  onClick={() => void letBackIn(player.userId)}
                >
                  Let back in
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {problem && <Notice tone="red">{problem}</Notice>}
    </div>
  )
}
