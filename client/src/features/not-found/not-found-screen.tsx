import { ArrowLeft, House } from 'lucide-react'
import { Link } from 'react-router-dom'
import { PATHS } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { StatePanel } from '../../ui/page/state-panel.tsx'
import { useGoBack } from '../../ui/page/use-go-back.ts'
import { LostPicture } from '../../ui/pictures/screen-pictures.tsx'
import styles from './not-found-screen.module.css'

export default function NotFoundScreen() {
  const goBack = useGoBack()
  return (
    <Page title="404" heading={null}>
      <StatePanel
        picture={<LostPicture />}
        title={<span className={styles.code}>404</span>}
        heading
        text="This page was torn out, or was never drawn."
        actions={
          <>
            <ButtonLink to={PATHS.home} tone="primary" icon={<House aria-hidden />}>
              Go to Home
            </ButtonLink>
            <Button icon={<ArrowLeft aria-hidden />} onClick={goBack}>
              Go Back
            </Button>
          </>
        }
      />
      <ul className={styles.links}>
        <li>
          <Link to={PATHS.howToPlay}>How to Play</Link>
        </li>
        <li>
          <Link to={PATHS.group}>Group</Link>
        </li>
        <li>
          <Link to={PATHS.profile}>Profile</Link>
        </li>
      </ul>
    </Page>
  )
}
