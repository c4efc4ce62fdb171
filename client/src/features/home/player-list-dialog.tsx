import type { Participant } from '@inkling/mock-server/contract/schemas/game'
import { lookalikeNumbers } from '@inkling/mock-server/rules/username/lookalikes'
import { CircleCheck, CircleDashed, CircleHelp, CircleSlash, Pencil } from 'lucide-react'
import { useState } from 'react'
import { timeText } from '../../day/locale.ts'
import { useHas } from '../../session/server/extensions.ts'
import { useUser } from '../../session/session-store.ts'
import type { ShownPerson } from '../../session/veiled-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { StatePanel } from '../../ui/page/state-panel.tsx'
import { EmptyPicture } from '../../ui/pictures/screen-pictures.tsx'
import { Avatar } from '../../ui/players/avatar.tsx'
import { PlayerName } from '../../ui/players/player-name.tsx'
import { ReportButton } from '../../ui/report/report-button.tsx'
import { TakeBack } from '../../ui/report/take-back.tsx'
import { useFocusOnceVeiled } from '../../ui/report/use-focus-once-veiled.ts'
import styles from './player-list-dialog.module.css'

interface PlayerListDialogProps {
  title: string
  players: Participant[]
  gameId: string | null
  onClose: () => void
}

/** The players of one column, with the time at which they joined or finished. Their flags are behind one button. */
export default function PlayerListDialog({ title, players, gameId, onClose }: PlayerListDialogProps) {
  const numbers = lookalikeNumbers(players)
  const ownId = useUser()?.id
  const [isReporting, setReporting] = useState(false)
  const mayReport = useHas('reports') && gameId !== null
  const isOther = ({ userId, hidden }: Participant) => userId !== ownId && hidden === undefined
  return (
    <Dialog
      title={title}
      onClose={onClose}
      hasClose
      actions={
        <>
          <span className={styles.count}>{`${players.length} player(s)`}</span>
          {mayReport && players.some(isOther) && (
            <Button
              tone="quiet"
              size="small"
              aria-pressed={isReporting}
              onClick={() => setReporting(!isReporting)}
            >
              Report
            </Button>
          )}
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {players.length === 0 ? (
        <StatePanel inline picture={<EmptyPicture small />} title="No players in this category" />
      ) : (
        <ul className="stack">
          {players.map((player, at) => (
            <Row
              key={player.userId}
              player={player}
              position={at + 1}
              reportedIn={isReporting && isOther(player) ? gameId : null}
              number={numbers.get(player.userId)}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Row({
  player,
  position,
  reportedIn,
  number,
}: {
  player: ShownPerson<Participant>
  position: number
  /** The game in which the player can be reported; null for no flag. */
  reportedIn: string | null
  number: number | undefined
}) {
  const [isUncovered, setUncovered] = useState(false)
  const isVeiled = player.veiled !== undefined && !isUncovered
  const show = useFocusOnceVeiled<HTMLButtonElement>(isVeiled)
  const shown = (isUncovered && player.veiled) || player
  const { label, Icon } = STATUS[player.status] ?? UNKNOWN
  const isWaiting = player.status === 'pending'
  const time = isWaiting ? player.joinedAt : player.status === 'completed' ? player.playedAt : null
  return (
    <li className={styles.row}>
      {isWaiting && <span className={styles.position}>{position}</span>}
      <Avatar person={shown} />
      <span className="grow">
        <PlayerName name={shown.username} number={number} />
        <span className={styles.status}>
          <Icon aria-hidden /> <span>{label}</span>
          {time && <time dateTime={time}>{(isWaiting ? 'since ' : '') + timeText(Date.parse(time))}</time>}
        </span>
      </span>
      {isVeiled && (
        <Button
          ref={show}
          size="small"
          tone="quiet"
          aria-label={`Show ${player.username}`}
          onClick={() => setUncovered(true)}
        >
          Show
        </Button>
      )}
      {isUncovered && player.hidden === 'you' && (
        <TakeBack reported={{ userId: player.userId }} of={shown.username} />
      )}
      {reportedIn !== null && (
        <ReportButton
          thing={{ gameId: reportedIn, kind: 'name', userId: player.userId, username: player.username }}
        />
      )}
    </li>
  )
}

const UNKNOWN = { label: 'Unknown', Icon: CircleHelp }
const STATUS: Record<string, typeof UNKNOWN> = {
  pending: { label: 'Waiting', Icon: CircleDashed },
  playing: { label: 'Playing now', Icon: Pencil },
  completed: { label: 'Completed', Icon: CircleCheck },
  skipped: { label: 'Skipped', Icon: CircleSlash },
}
