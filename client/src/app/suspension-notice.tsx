import { DEFAULT_TIME_ZONE } from '@inkling/mock-server/contract/constants'
import { LOCALE } from '../day/locale.ts'
import { useUser } from '../session/session-store.ts'
import { Notice } from '../ui/notice.tsx'
import styles from './suspension-notice.module.css'

/** Says that the player may read and not play, until when, and why. */
export default function SuspensionNotice() {
  const suspension = useUser()?.suspension
  if (!suspension) return null
  const { until, reason } = suspension
  const day =
    until && new Date(until).toLocaleDateString(LOCALE, { dateStyle: 'long', timeZone: DEFAULT_TIME_ZONE })
  return (
    <div className={styles.place}>
      <Notice tone="red" title={day ? `You cannot play until ${day}` : 'Your account is closed'}>
        {`${reason ? `A moderator wrote: ${reason}.` : 'Something of yours broke the Terms of Use.'} You can still see games and results, but not play, react or change anything.`}
      </Notice>
    </div>
  )
}
