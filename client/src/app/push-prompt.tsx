import { useMutation } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { noPushText } from '../platform/web-push.ts'
import { enablePush, rememberPushAsked } from '../session/push.ts'
import { messageOf } from '../session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/dialogs/notice.tsx'
import { Book } from '../ui/page/book.tsx'
import { Card } from '../ui/page/card.tsx'
import { Page } from '../ui/page/page.tsx'
import { WaitingPicture } from '../ui/pictures/pictures.tsx'
import styles from './push-prompt.module.css'

/** Asks once for permission to send notifications. */
export default function PushPrompt({ onDone }: { onDone: () => void }) {
  const leave = () => {
    rememberPushAsked()
    onDone()
  }
  const enabling = useMutation({ mutationFn: enablePush, onSuccess: leave })
  const problem = enabling.error && messageOf(enabling.error, noPushText())
  const isImpossible = problem === noPushText()
  return (
    <Book>
      <Page title="Welcome" heading={null} centred>
        <Card tape="orange" className={styles.card}>
          <WaitingPicture />
          <h1 className="text-3xl">Stay in the Game!</h1>
          <p>Hear when results are in and when to play.</p>
          {problem && <Notice tone="red">{problem}</Notice>}
          {!isImpossible && (
            <Button
              tone="primary"
              wide
              className={styles.enable}
              busy={enabling.isPending}
              icon={<Bell aria-hidden />}
              onClick={() => enabling.mutate()}
            >
              {enabling.isPending ? 'Setting up...' : 'Enable Notifications'}
            </Button>
          )}
          <Button tone={isImpossible ? 'primary' : 'quiet'} onClick={leave}>
            {isImpossible ? 'Continue' : 'Maybe Later'}
          </Button>
          {!isImpossible && <p className="hand loose text-lg soft">Change this in profile settings.</p>}
        </Card>
      </Page>
    </Book>
  )
}
