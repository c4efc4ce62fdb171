import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { Check, Clapperboard, Images, Link2, MessageSquareText, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useGameDay } from '../../../day/use-game-day.ts'
import { type ShareOutcome, shareLink, shareText } from '../../../platform/sharing/share.ts'
import { useGroup } from '../../../session/group.ts'
import { isolatedName } from '../../../session/names/isolated-name.ts'
import { noKnownDays, useStreak } from '../../../session/streak.ts'
import { CopyFailedDialog } from '../../../ui/controls/copy-failed-dialog.tsx'
import { usePassOn } from '../../../ui/controls/use-pass-on.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { type PictureKind, PictureMaker } from './picture-maker.tsx'
import { invitingLink, quietUrl, resultsLink } from './results-link.ts'
import styles from './share-dialog.module.css'
import { spoilerFreeText } from './share-text.ts'

/** The ways to share a chain. */
export default function ShareDialog({ results, onClose }: { results: GameResults; onClose: () => void }) {
  const [kind, choose] = useState<PictureKind | null>(null)
  const [failedText, failWith] = useState<string | null>(null)
  const shared = resultsLink(results)
  const { data: group } = useGroup()
  const inviting = group && isOf(group, results) ? invitingLink(results, group) : null
  const today = useGameDay()
  const streak = useStreak(noKnownDays(today), today)
  const text = spoilerFreeText(results, streak, quietUrl(shared))
  if (failedText !== null) return <CopyFailedDialog text={failedText} onClose={() => failWith(null)} />
  return (
    <Dialog title="Pass this chain on" onClose={onClose}>
      {kind ? (
        <PictureMaker
          key={kind}
          kind={kind}
          results={results}
          shared={shared}
          group={inviting ? (group?.name ?? null) : null}
          onBack={() => choose(null)}
        />
      ) : (
        <ul className={styles.ways}>
          <InstantWay
            icon={<Link2 aria-hidden />}
            name="Link"
            hint="Anyone can open the whole chain"
            text={shared.url}
            pass={() => shareLink(shared)}
            onFailed={failWith}
          />
          {inviting && (
            <InstantWay
              icon={<UsersRound aria-hidden />}
              name="Invitation"
              hint={`The chain, and the way into ${isolatedName(group?.name ?? '')}`}
              text={inviting.url}
              pass={() => shareLink(inviting)}
              onFailed={failWith}
            />
          )}
          <InstantWay
            icon={<MessageSquareText aria-hidden />}
            name="Text without spoilers"
            hint={<span className={styles.preview}>{withoutAddress(text)}</span>}
            text={text}
            pass={() => shareText(text)}
            onFailed={failWith}
          />
          <Way
            icon={<Images aria-hidden />}
            name="Picture strip"
            hint="Every page of the chain in one picture"
            onChoose={() => choose('strip')}
          />
          <Way
            icon={<Clapperboard aria-hidden />}
            name="GIF"
            hint="Replays every drawing"
            onChoose={() => choose('gif')}
          />
        </ul>
      )}
    </Dialog>
  )
}

/** Whether members of the group have played this chain. */
const isOf = ({ members }: GroupView, { chain }: GameResults): boolean =>
  chain.every((step) => step.house || members.some(({ userId }) => userId === step.userId))

/** The preview omits the long address. */
const withoutAddress = (text: string): string => text.slice(0, text.lastIndexOf('\n'))

interface WayProps {
  icon: ReactNode
  name: string
  hint: ReactNode
  onChoose: () => void
}

const Way = ({ icon, name, hint, onChoose }: WayProps) => (
  <li>
    <button type="button" className={styles.way} onClick={onChoose}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.words}>
        <strong className="display loose text-lg" translate="no">
          {name}
        </strong>
        <span className={styles.hint}>{hint}</span>
      </span>
    </button>
  </li>
)

interface InstantWayProps extends Omit<WayProps, 'onChoose'> {
  text: string
  pass: () => Promise<ShareOutcome>
  /** Called with the text. Its dialog takes the place of this one. */
  onFailed: (text: string) => void
}

/** A sharing option that acts immediately and shows its result in place. */
function InstantWay({ icon, name, hint, text, pass, onFailed }: InstantWayProps) {
  const [isDone, choose] = usePassOn(text, async () => {
    const outcome = await pass()
    if (outcome === 'failed') onFailed(text)
    return outcome
  })
  return (
    <Way
      icon={isDone ? <Check aria-hidden /> : icon}
      name={isDone ? 'Copied!' : name}
      hint={hint}
      onChoose={choose}
    />
  )
}
