import type { Participant, Today } from '@inkling/mock-server/contract/schemas/game'
import { ChevronRight, Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useIsWide } from '../../platform/media.ts'
import { loadDialog } from '../../ui/page/load-screen.ts'
import { Avatar, MoreBubble } from '../../ui/players/avatar.tsx'
import { Name } from '../../ui/players/name.tsx'
import styles from './progress-columns.module.css'

/** Loaded on demand, because few players open it. */
const PlayerListDialog = loadDialog(() => import('./player-list-dialog.tsx'))

/** The columns of waiting, playing and completed players. */
export function ProgressColumns({ today }: { today: Today }) {
  const [list, setList] = useState<'waiting' | 'completed' | null>(null)
  const room = useIsWide() ? 3 : 2
  const waiting = today.participants.filter(({ status }) => status === 'pending')
  const done = today.participants.filter(({ status }) => status === 'completed' || status === 'skipped')
  return (
    <div className={styles.columns}>
      <Column
        label="Waiting"
        people={waiting}
        shown={waiting.slice(0, room)}
        onOpen={() => setList('waiting')}
      />
      <PlayingNow today={today} />
      <Column label="Completed" people={done} shown={done.slice(-room)} onOpen={() => setList('completed')} />
      {list && (
        <PlayerListDialog
          title={list === 'waiting' ? 'Waiting' : 'Completed'}
          players={list === 'waiting' ? waiting : done}
          gameId={today.gameId}
          onClose={() => setList(null)}
        />
      )}
    </div>
  )
}

interface ColumnProps {
  label: string
  people: Participant[]
  shown: Participant[]
  onOpen: () => void
}

function Column({ label, people, shown, onOpen }: ColumnProps) {
  const more = people.length - shown.length
  return (
    <button
      type="button"
      className={styles.column}
      onClick={onOpen}
      aria-label={`${label}: ${people.length}`}
    >
      <span className={styles.label}>
        <span>{label}</span>
        <ChevronRight aria-hidden />
      </span>
      <span className={styles.avatars}>
        {shown.map((person) => (
          <Avatar key={person.userId} person={person} size={40} />
        ))}
        {more > 0 && <MoreBubble count={more} size={40} />}
        {people.length === 0 && <span className={styles.nobody}>nobody</span>}
      </span>
    </button>
  )
}

function PlayingNow({ today }: { today: Today }) {
  const turn = today.currentTurn
  const player = turn && today.participants.find(({ userId }) => userId === turn.userId)
  return (
    <div className={styles.column}>
      <span className={styles.label}>Playing Now</span>
      <span className={styles.avatars}>
        {turn ? (
          <span className={styles.player}>
            <Avatar person={player ?? { username: turn.username, avatar: null }} size={52} />
            <span className={styles.doing}>
              {turn.type === 'drawing' ? (
                <Pencil role="img" aria-label="drawing" />
              ) : (
                <Eye role="img" aria-label="guessing" />
              )}
            </span>
          </span>
        ) : (
          <span className={styles.placeholder}>?</span>
        )}
      </span>
      {turn && (
        <span className={styles.name}>
          <Name>{turn.username}</Name>
        </span>
      )}
    </div>
  )
}
