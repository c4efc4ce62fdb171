import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Globe, RefreshCw } from 'lucide-react'
import { cacheGroup } from '../../session/group.ts'
import { api } from '../../session/server/api.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { Avatar } from '../../ui/players/avatar.tsx'
import { PlayerName } from '../../ui/players/player-name.tsx'
import styles from './host-tools.module.css'
import { keptOutQuery } from './kept-out.ts'

/** What the host can do about strangers: who sees results, a new code, and who was kept out. */
export default function HostTools({ group }: { group: GroupView }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: (work: () => Promise<void>) => work() })
  const { data: keptOut } = useQuery(keptOutQuery(group.id))
  const share = (publicResults: boolean) =>
    mutate(async () =>
      cacheGroup(await api.updateGroupSettings({ params: { id: group.id }, body: { publicResults } })),
    )
  const renew = () => mutate(async () => cacheGroup(await api.renewGroupCode({ params: { id: group.id } })))
  const letBackIn = (userId: string) =>
    mutate(async () => {
      const left = await api.letBackIn({ params: { id: group.id, userId } })
      queryClient.setQueryData(keptOutQuery(group.id).queryKey, left)
    })
  return (
    <div className="stack gap-3">
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={group.settings.publicResults ?? true}
          disabled={isPending}
          onChange={(event) => share(event.target.checked)}
        />
        <Globe aria-hidden />
        <span>Anyone with the link can see our results</span>
      </label>
      <Button size="small" icon={<RefreshCw aria-hidden />} disabled={isPending} onClick={renew}>
        Make a new code
      </Button>
      <p>The old code stops working at once. Nobody leaves.</p>
      {keptOut && keptOut.players.length > 0 && (
        <>
          <h3>Kept out</h3>
          <ul className="stack gap-2">
            {keptOut.players.map((player) => (
              <li key={player.userId} className="row wrap gap-3">
                <Avatar person={player} />
                <span className={styles.name}>
                  <PlayerName name={player.username} />
                </span>
                <Button
                  size="small"
                  aria-label={`Let ${player.username} back in`}
                  disabled={isPending}
                  onClick={() => letBackIn(player.userId)}
                >
                  Let back in
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {error && <Notice tone="red">This did not work. Please try again.</Notice>}
    </div>
  )
}
