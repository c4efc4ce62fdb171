import type { NotificationSettings } from '@inkling/mock-server/contract/schemas/notifications'
import { useMutation } from '@tanstack/react-query'
import { BookOpen, Clock, Pencil } from 'lucide-react'
import { useId } from 'react'
import { timeText } from '../../day/locale.ts'
import { api } from '../../session/server/api.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { messageOf } from '../../session/session.ts'
import { SwitchRow } from '../../ui/controls/switch-row.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { notificationSettingsQuery } from './notification-settings.ts'

type Kind = 'results' | 'turn' | 'reminder'

/** On the clock of this device. */
const hourText = (hour: number): string => timeText(new Date(2026, 0, 1, hour).getTime())

const KINDS = [
  { kind: 'results', icon: <BookOpen aria-hidden />, text: `Results are in, at ${hourText(9)}` },
  {
    kind: 'turn',
    icon: <Pencil aria-hidden />,
    text: `A turn is free, from ${hourText(9)} to ${hourText(21)}`,
  },
  { kind: 'reminder', icon: <Clock aria-hidden />, text: `You have not played yet, at ${hourText(18)}` },
] as const satisfies readonly { kind: Kind; icon: React.ReactNode; text: string }[]

/**
 * Turns the kinds of notifications on or off one by one, on all of the player's devices (API.md, Notification times).
 */
export function NotificationKinds({ settings }: { settings: NotificationSettings }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: Partial<NotificationSettings>) => api.updateNotificationSettings({ body: change }),
    onSuccess: (_, change) =>
      queryClient.setQueryData(
        notificationSettingsQuery.queryKey,
        (before) => before && { ...before, ...change },
      ),
  })
  return (
    <>
      {KINDS.map(({ kind, icon, text }) => (
        <KindSwitch
          key={kind}
          icon={icon}
          text={text}
          isOn={settings[kind]}
          isBusy={isPending}
          onChange={(wanted) => mutate({ [kind]: wanted })}
        />
      ))}
      {error && (
        <Notice tone="red">
          {messageOf(error, 'Notifications could not be changed. Please try again.')}
        </Notice>
      )}
    </>
  )
}

type KindSwitchProps = Omit<Parameters<typeof SwitchRow>[0], 'labelledBy'>

/** A switch that its own text labels. */
function KindSwitch(props: KindSwitchProps) {
  const id = useId()
  return <SwitchRow {...props} labelledBy={id} textId={id} />
}
