import { useMutation, useQuery } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { noPushText } from '../../platform/web-push.ts'
import { isPushOn, switchPush, useHasPush } from '../../session/push.ts'
import { useHas } from '../../session/server/extensions.ts'
import { queryClient } from '../../session/server/query-client.ts'
import { messageOf } from '../../session/session.ts'
import { SwitchRow } from '../../ui/controls/switch-row.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'
import { NotificationKinds } from './notification-kinds.tsx'
import { notificationSettingsQuery } from './notification-settings.ts'
import { Setting } from './setting.tsx'

const TITLE = 'notifications'

/** Turns notifications on or off; a text if they are not supported. */
export function Notifications() {
  return (
    <Setting id={TITLE} title="Notifications">
      {useHasPush() ? <NotificationsSwitch /> : <p>{noPushText()}</p>}
    </Setting>
  )
}

function NotificationsSwitch() {
  const [isOnHere, setOn] = useState(isPushOn)
  const { data: settings } = useQuery({ ...notificationSettingsQuery, enabled: useHas('push-times') })
  // Another device turns them off for all.
  const isOn = isOnHere && settings?.pushNotifications !== false
  const change = useMutation({
    mutationFn: switchPush,
    onSettled: () => {
      setOn(isPushOn())
      void queryClient.invalidateQueries(notificationSettingsQuery)
    },
  })
  const problem = change.error
    ? messageOf(change.error, 'Notifications could not be changed. Please try again.')
    : change.data === false && 'Allow notifications in the settings of your device first.'
  return (
    <>
      <SwitchRow
        labelledBy={TITLE}
        icon={isOn ? <Bell aria-hidden /> : <BellOff aria-hidden />}
        text={settings ? 'On this device, at most two a day' : 'When results are in, and when a turn is free'}
        isOn={isOn}
        isBusy={change.isPending}
        onChange={(wanted) => change.mutate(wanted)}
      />
      {problem && <Notice tone="red">{problem}</Notice>}
      {settings && isOn && <NotificationKinds settings={settings} />}
    </>
  )
}
