import { LogIn } from 'lucide-react'
import { isolatedName } from '../session/names/isolated-name.ts'
import { Button } from '../ui/controls/button.tsx'
import { Book } from '../ui/page/book.tsx'
import { Card } from '../ui/page/card.tsx'
import { Page } from '../ui/page/page.tsx'
import { WaitingPicture } from '../ui/pictures/pictures.tsx'
import styles from './push-prompt.module.css'

/** Shown after Log Out: the device keeps its id, so one press signs the same player in again. */
export default function WelcomeBack({ name, onContinue }: { name: string; onContinue: () => void }) {
  return (
    <Book>
      <Page title="Welcome" heading={null} centred>
        <Card tape="green" className={styles.card}>
          <WaitingPicture />
          <h1 className="text-3xl">{name ? `Welcome back, ${isolatedName(name)}!` : 'Welcome back!'}</h1>
          <p>
            You are logged out. This device remembers you: continue to get back your name, your group and your
            history.
          </p>
          <Button tone="primary" size="large" wide icon={<LogIn aria-hidden />} onClick={onContinue}>
            {name ? `Continue as ${isolatedName(name)}` : 'Continue'}
          </Button>
        </Card>
      </Page>
    </Book>
  )
}
