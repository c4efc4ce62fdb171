import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import styles from './invite-card.module.css'

/** The invite code, and ways to share it. */
export function InviteCard({ group }: { group: GroupView }) {
  const link = `${window.location.origin}/?code=${group.code}`
  return (
    <Card tone="yellow" tape="pink" tilt={-0.5} className={styles.invite} aria-label="Invite code">
      <p className={styles.label}>Invite code</p>
      <p className={styles.code} translate="no">
        <span aria-hidden>{group.code}</span>
        {/* Screen readers would read it as a word. */}
        <span className="visually-hidden">{[...group.code].join(' ')}</span>
      </p>
      <div className={styles.actions}>
        <CopyButton text={group.code} label="Copy Code" />
        <ShareButton
          size="small"
          label="Share Link"
          copyLabel="Copy Link"
          shared={{ title: 'Inkling', text: `Come and draw with ${group.name}!`, url: link }}
        />
      </div>
    </Card>
  )
}
