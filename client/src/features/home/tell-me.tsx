import { useMutation } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'
import { useId, useState } from 'react'
import { isPushOn, switchPush } from '../../session/push.ts'
import { messageOf } from '../../session/session.ts'
import { SwitchRow } from '../../ui/controls/switch-row.tsx'
import { Notice } from '../../ui/dialogs/notice.tsx'

/** Turns notifications on this device on and off. */
export function TellMe({ text }: { text: string }) {
  const id = useId()
  const [isOn, setOn] = useState(isPushOn)
  const change = useMutation({ mutationFn: switchPush, onSettled: () => setOn(isPushOn()) })
  const problem = change.error
    ? messageOf(change.error, 'Notifications could not be changed. Please try again.')
    : change.data === false && 'Allow notifications in the settings of your device first.'
  return (
    <>
      <SwitchRow
        labelledBy={id}
        textId={id}
        icon={isOn ? <Bell aria-hidden /> : <BellOff aria-hidden />}
        text={text}
        isOn={isOn}
        isBusy={change.isPending}
        onChange={(wanted) => change.mutate(wanted)}
      />
      {problem && <Notice tone="red">{problem}</Notice>}
    </>
  )
}
