import { PRODUCT } from '@inkling/mock-server/contract/constants'
import type { Today } from '@inkling/mock-server/contract/schemas/game'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { useMutation } from '@tanstack/react-query'
import { BellRing, Check, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { weekdayDateText } from '../../day/day-text.ts'
import { useGameDay } from '../../day/use-game-day.ts'
import { canShareNatively, shareText } from '../../platform/sharing/share.ts'
import { toast } from '../../platform/toast.ts'
import { useGroup } from '../../session/group.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { api } from '../../session/server/api.ts'
import { useHas } from '../../session/server/extensions.ts'
import { useUser } from '../../session/session-store.ts'
import { Button } from '../controls/button.tsx'
import { usePassOn } from '../controls/use-pass-on.tsx'
import styles from './nudge.module.css'
import { missingText, waitedFor, yourTurnText } from './your-turn-text.ts'

/**
 * Nudges the players for whom the group waits: with a link to send, and with a notification where the server has them.
 * Nothing while somebody plays, or outside of a group.
 */
export default function Nudge({ today }: { today: Today }): ReactNode {
  const { data: group } = useGroup()
  const userId = useUser()?.id ?? ''
  const names = waitedFor(today, userId)
  if (!group || today.gameType === 'public' || names.length === 0) return null
  return <NudgeThem group={group} names={names} missing={missingText(today, names)} />
}

interface NudgeThemProps {
  group: GroupView
  names: readonly string[]
  /** Says that only one player is missing. */
  missing: string | null
}

function NudgeThem({ group, names, missing }: NudgeThemProps) {
  const day = useGameDay()
  const canNotify = useHas('nudges')
  const notification = useMutation({
    mutationFn: () => api.nudge(),
    onError: () => toast('The nudge was not sent. Somebody may be playing already.'),
  })
  const isNotified = notification.isSuccess
  const title = yourTurnText(names)
  const text = [
    `${title} ${isolatedName(group.name)} waits for you on ${PRODUCT}, ${weekdayDateText(day)}.`,
    `${window.location.origin}/?code=${group.code}`,
  ].join('\n')
  const [isCopied, send, failed] = usePassOn(text, () => shareText(text))
  return (
    <section className={styles.nudge} aria-label="Nudge">
      <p className="display text-lg" translate="no">
        {title}
      </p>
      {missing && <p translate="no">{missing}</p>}
      <div className={styles.ways}>
        {canNotify && (
          <Button
            size="small"
            busy={notification.isPending}
            disabled={isNotified}
            icon={isNotified ? <Check aria-hidden /> : <BellRing aria-hidden />}
            onClick={() => notification.mutate()}
          >
            {isNotified ? 'Nudged!' : 'Nudge'}
          </Button>
        )}
        <Button size="small" icon={isCopied ? <Check aria-hidden /> : <Share2 aria-hidden />} onClick={send}>
          {isCopied ? 'Copied!' : canShareNatively() ? 'Send reminder' : 'Copy reminder'}
        </Button>
      </div>
      {failed}
    </section>
  )
}
