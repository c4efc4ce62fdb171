import type { UserView } from '@inkling/mock-server/contract/schemas/user'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { instantDateText } from '../day/locale.ts'
import { PATHS } from '../paths.ts'
import { toast } from '../platform/toast.ts'
import { api } from '../session/server/api.ts'
import { storeUser, useSession, useUser } from '../session/session-store.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/dialogs/notice.tsx'

/** What moderators tell the player: that they are suspended, on every screen; a warning, on Home until it is confirmed. */
export default function ModeratorNotice() {
  const user = useUser()
  const { pathname } = useLocation()
  const warning = pathname === PATHS.home ? user?.warning : undefined
  if (!user?.suspension && !warning) return null
  return (
    <div className="notices">
      {user?.suspension && <SuspensionNotice suspension={user.suspension} />}
      {warning && <WarningNotice key={warning.at} warning={warning} />}
    </div>
  )
}

/** Says that the player may read and not play, until when, and why. */
function SuspensionNotice({ suspension: { until, reason } }: { suspension: Told<'suspension'> }) {
  const day = until && instantDateText(until, { withYear: true })
  return (
    <Notice tone="red" title={day ? `You cannot play until ${day}` : 'Your account is closed'}>
      {`${reason ? `A moderator wrote: ${reason}.` : 'Something of yours broke the Terms of Use.'} You can still see games and results, but not play, react or change anything.`}
    </Notice>
  )
}

type Told<Name extends 'suspension' | 'warning'> = NonNullable<UserView[Name]>
type Warning = Told<'warning'>

/** Says what of the player was removed, and which rule it broke. */
function WarningNotice({ warning }: { warning: Warning }) {
  const confirmation = useMutation({
    mutationFn: () => api.acknowledgeWarning({ body: { at: warning.at } }),
    onSuccess: () => {
      const { user } = useSession.getState()
      if (!user) return
      const { warning: _, ...rest } = user
      storeUser(rest)
    },
    onError: () => toast('This did not work. Please try again.'),
  })
  const { kind, text, reasons, note } = warning
  return (
    <Notice
      title="A word from the moderators"
      actions={
        <Button size="small" busy={confirmation.isPending} onClick={() => confirmation.mutate()}>
          I understand
        </Button>
      }
    >
      {[
        kind === null
          ? 'Something of yours broke the Terms of Use.'
          : `Your ${kind}${text === null ? '' : ` “${text}”`} was removed: ${reasons.map((reason) => RULES[reason]).join(', ') || RULES.other}.`,
        note ?? 'Please keep it family-friendly.',
      ].join(' ')}
    </Notice>
  )
}

const RULES: Readonly<Record<Warning['reasons'][number], string>> = {
  hurtful: 'no insults and no hate',
  sexual: 'nothing sexual',
  private: 'nothing private of anybody',
  other: 'it broke the Terms of Use',
}
