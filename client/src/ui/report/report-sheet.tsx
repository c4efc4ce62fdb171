import { REPORT } from '@inkling/mock-server/contract/constants'
import type { ReportKind, ReportReason } from '@inkling/mock-server/contract/schemas/safety'
import { useMutation } from '@tanstack/react-query'
import { Ban, CircleHelp, HeartCrack, LockKeyhole, ShieldAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { toast } from '../../platform/toast.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { useHas } from '../../session/server/extensions.ts'
import { block, type Reportable, report, takeBack } from '../../session/server/safety.ts'
import { messageOf } from '../../session/session.ts'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { Notice } from '../dialogs/notice.tsx'
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
  'group-name': 'The name',
  'group-avatar': 'The avatar',
}

interface ReportSheetProps {
  thing: Reportable
  isOnTurn: boolean
  onPassed?: (() => void) | undefined
  onClose: () => void
}

/** Asks what is wrong with something of another player: a reason, a note if they like, then Send. */
export default function ReportSheet({ thing, isOnTurn, onPassed, onClose }: ReportSheetProps) {
  const mayBlock = useHas('blocks') && thing.userId !== null
  const isStep = thing.kind === 'drawing' || thing.kind === 'guess'
  const kinds: ReportKind[] = [
    ...(isStep ? [thing.kind] : []),
    ...(thing.userId === null ? [] : (['name', 'avatar'] as const)),
    ...(thing.hasAvatar ? (['group-name', 'group-avatar'] as const) : []),
  ]
  const radios = useId()
  const [kind, setKind] = useState(thing.kind)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const [passes, setPasses] = useState(isOnTurn)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ send, done }: { send: () => Promise<(() => void) | null>; done: string }) => {
      const undo = await send()
      toast(done, undo && { label: 'Undo', onClick: undo })
      onClose()
    },
  })
  const sendReport = () => {
    if (reason === null) return
    const passTurn = isOnTurn && passes && kind === thing.kind
    mutate({
      send: async () => {
        const reportId = await report({ ...thing, kind }, reason, { note: note.trim(), passTurn })
        if (passTurn) onPassed?.()
        return () =>
          void takeBack({ reportId }).catch((failure: unknown) =>
            toast(messageOf(failure, 'This did not work. Please try again.')),
          )
      },
      done: 'Thank you. We will look at it, and you will not see it again.',
    })
  }
  return (
    <Dialog
      title="What is wrong?"
      onClose={onClose}
      hasCancel
      actions={
        <Button size="small" tone="primary" busy={isPending} disabled={reason === null} onClick={sendReport}>
          Send report
        </Button>
      }
    >
      <div className={styles.form}>
        {kinds.length > 1 && (
          <fieldset className="wrap gap-2" aria-label="What you report">
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
        <fieldset className="stack">
          <legend className="visually-hidden">What is wrong?</legend>
          {REASONS.map(({ reason: each, text, Icon }) => (
            <label key={each} className={styles.reason}>
              <input
                type="radio"
                name={radios}
                value={each}
                checked={reason === each}
                onChange={() => setReason(each)}
              />
              <Icon aria-hidden />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        <Field
          label="Tell us more, if you like"
          enterKeyHint="done"
          value={note}
          maxLength={REPORT.noteMaxLength}
          onChange={(event) => setNote(event.target.value)}
        />
        {isOnTurn && (
          <label className={styles.pass}>
            <input type="checkbox" checked={passes} onChange={(event) => setPasses(event.target.checked)} />
            <span>Pass my turn too. My streak stays, once in seven days.</span>
          </label>
        )}
        {mayBlock && (
          <div className={styles.block}>
            <Button
              tone="quiet"
              size="small"
              disabled={isPending}
              icon={<Ban aria-hidden />}
              onClick={() =>
                mutate({
                  send: () => block(thing.userId ?? '').then(() => null),
                  done: `${isolatedName(thing.username)} is blocked. You can change that in your profile.`,
                })
              }
            >
              {`Block ${isolatedName(thing.username)}`}
            </Button>
            <p>You no longer see their name, picture and pages unless you ask.</p>
          </div>
        )}
        {error && <Notice tone="red">{messageOf(error, 'This did not arrive. Please try again.')}</Notice>}
      </div>
    </Dialog>
  )
}
