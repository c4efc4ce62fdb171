import { REPORT } from '@inkling/mock-server/contract/constants'
import type { ReportKind, ReportReason } from '@inkling/mock-server/contract/schemas/safety'
import { Ban, CircleHelp, HeartCrack, LockKeyhole, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useHas } from '../../session/extensions.ts'
import { block, type Reportable, report } from '../../session/safety.ts'
import { messageOf } from '../../session/session.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { Field } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { toast } from '../toast.tsx'
import styles from './report-sheet.module.css'

const REASONS = [
  { reason: 'hurtful', text: 'It is mean or hateful', Icon: HeartCrack },
  { reason: 'sexual', text: 'It is about naked bodies or sex', Icon: ShieldAlert },
  { reason: 'private', text: 'It tells private things about somebody', Icon: LockKeyhole },
  { reason: 'other', text: 'Something else is wrong', Icon: CircleHelp },
] as const satisfies readonly { reason: ReportReason; text: string; Icon: unknown }[]

const KINDS: Record<ReportKind, string> = {
  drawing: 'The drawing',
  guess: 'The guess',
  name: 'The name',
  avatar: 'The avatar',
}

interface ReportSheetProps {
  thing: Reportable
  isOnTurn: boolean
  onPassed?: (() => void) | undefined
  onClose: () => void
}

/** Asks what is wrong with something of another player. One tap on a reason sends the report. */
export default function ReportSheet({ thing, isOnTurn, onPassed, onClose }: ReportSheetProps) {
  const mayBlock = useHas('blocks') && thing.userId !== null
  const isStep = thing.kind === 'drawing' || thing.kind === 'guess'
  const kinds: ReportKind[] = [
    ...(isStep ? [thing.kind] : []),
    ...(thing.userId === null ? [] : (['name', 'avatar'] as const)),
  ]
  const [kind, setKind] = useState(thing.kind)
  const [note, setNote] = useState('')
  const [passes, setPasses] = useState(isOnTurn)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (work: () => Promise<void>, done: string) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      console.info('The report was not sent:', error)
      setProblem(messageOf(error, 'This did not arrive. Please try again.'))
      setBusy(false)
      return false
    }
    toast(done)
    onClose()
    return true
  }
  const choose = async (reason: ReportReason) => {
    const passTurn = isOnTurn && passes && kind === thing.kind
    const sent = await send(
      () => report({ ...thing, kind }, reason, { note: note.trim(), passTurn }),
      'Thank you. We will look at it, and you will not see it again.',
    )
    if (sent && passTurn) onPassed?.()
  }
  return (
    <Dialog title="What is wrong?" onClose={onClose}>
      <div className={styles.sheet}>
        {kinds.length > 1 && (
          <fieldset className={styles.kinds} aria-label="What you report">
            {kinds.map((each) => (
              <Button
                key={each}
                size="small"
                tone={kind === each ? 'primary' : 'plain'}
                aria-pressed={kind === each}
                onClick={() => setKind(each)}
              >
                {KINDS[each]}
              </Button>
            ))}
          </fieldset>
        )}
        <ul className={styles.reasons}>
          {REASONS.map(({ reason, text, Icon }) => (
            <li key={reason}>
              <Button wide disabled={isBusy} icon={<Icon aria-hidden />} onClick={() => void choose(reason)}>
                {text}
              </Button>
            </li>
          ))}
        </ul>
        <Field
          label="Tell us more, if you like, before you choose"
          value={note}
          maxLength={REPORT.noteMaxLength}
          onChange={(event) => setNote(event.target.value)}
        />
        {isOnTurn && (
          <label className={styles.pass}>
            <input type="checkbox" checked={passes} onChange={(event) => setPasses(event.target.checked)} />
            <span>Pass my turn too. My streak stays.</span>
          </label>
        )}
        {mayBlock && (
          <Button
            tone="quiet"
            size="small"
            disabled={isBusy}
            icon={<Ban aria-hidden />}
            onClick={() =>
              void send(
                () => block(thing.userId ?? ''),
                `${thing.username} is blocked. You can change that in your profile.`,
              )
            }
          >
            {`Block ${thing.username}`}
          </Button>
        )}
        {problem && <Notice tone="red">{problem}</Notice>}
      </div>
    </Dialog>
  )
}
