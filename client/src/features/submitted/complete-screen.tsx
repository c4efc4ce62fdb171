import { PATHS } from '../../paths.ts'
import { useToday } from '../../turn/today.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Drawing } from '../../ui/drawing.tsx'
import { Page } from '../../ui/page.tsx'
import { DonePicture } from '../../ui/pictures/pictures.tsx'
import { Scrap } from '../../ui/scrap.tsx'
import { Handwritten } from '../../ui/words.tsx'
import styles from './submitted-screen.module.css'

/** The player's turn, looked back at. */
export default function CompleteScreen() {
  const { data: today } = useToday()
  const own = today?.yourSubmission
  return (
    <Page title="Turn Complete" heading={null} centred>
      <Scrap tape="yellow" className={styles.card}>
        <DonePicture small={Boolean(own)} />
        <h1 className={styles.title}>Turn Complete</h1>
        {own?.drawing && <Drawing png={own.drawing} alt="Your drawing" />}
        {own?.guess && <Handwritten text={own.guess} />}
        <p className={styles.note}>Results will be revealed tomorrow!</p>
        <ButtonLink to={PATHS.home} tone="primary" size="large" wide>
          Continue
        </ButtonLink>
      </Scrap>
    </Page>
  )
}
