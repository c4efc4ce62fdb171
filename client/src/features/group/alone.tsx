import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { ShareButton } from '../../ui/controls/share-button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { loadPart } from '../../ui/page/load-part.ts'
import styles from './alone.module.css'
import { GroupCode } from './group-code.tsx'
import { invitationTo } from './invitation-to.ts'

const QrCode = loadPart(() => import('../../ui/controls/qr-code.tsx'))

/** What a host without members does first: a chain needs somebody to pass it to. */
export function Alone({ group }: { group: GroupView }) {
  const invitation = invitationTo(group)
  return (
    <Card tone="yellow" tape="pink" tilt={-0.5} className="stack gap-3" aria-labelledby="alone-title">
      <h2 id="alone-title" className="text-xl text-center">
        Now get somebody to pass it to
      </h2>
      <div className={styles.ways}>
        <div className={styles.scan}>
          <QrCode
            text={invitation.url}
            label="QR code of the invitation, for the camera of another phone"
            className={styles.qr}
          />
        </div>
        <div className={styles.send}>
          <ShareButton tone="primary" wide label="Share Link" copyLabel="Copy Link" shared={invitation} />
          <CopyButton text={group.code} label="Copy Code" />
          <GroupCode code={group.code} className={styles.code} />
        </div>
      </div>
    </Card>
  )
}
