import { avatarFallback } from '@inkling/mock-server/contract/avatar-text'
import { clsx } from 'clsx'
import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { avatarImage } from './avatar-image.ts'
import { shortCount } from './badge.tsx'

export interface Person {
  username: string
  avatar: string | null
}

const FILLS = ['yellow', 'pink', 'blue', 'green', 'orange', 'purple'] as const

/**
 * An image of this site, if the player has one; otherwise the emoji, or the first letter of the name.
 */
export function Avatar({
  person,
  size = 44,
  className,
}: {
  person: Person
  size?: number
  className?: string | undefined
}) {
  const [broken, setBroken] = useState<string | null>(null)
  const { username, avatar } = person
  const own = avatarImage(avatar)
  const image = own === broken ? null : own
  const style = { '--size': `${size}px`, '--fill': `var(--wash-${fillOf(username)})` } as CSSProperties
  return (
    <span className={clsx(styles.avatar, className)} style={style} aria-hidden="true">
      {image ? (
        <img src={image} alt="" width={size} height={size} onError={() => setBroken(image)} />
      ) : (
        avatarFallback(username, avatar)
      )}
    </span>
  )
}

interface AvatarStackProps {
  people: readonly (Person & { userId: string })[]
  /** How many of them are shown. Default: all. */
  max?: number
  /** How many others there are. Default: those that are not shown. */
  more?: number
  size?: number
}

/** Overlapping avatars, with a "+N" bubble for the rest. */
export function AvatarStack({
  people,
  max = people.length,
  more = people.length - max,
  size = 44,
}: AvatarStackProps) {
  return (
    <span className={styles.stack}>
      {people.slice(0, max).map((person) => (
        <Avatar key={person.userId} person={person} size={size} />
      ))}
      {more > 0 && <MoreBubble count={more} size={size} />}
    </span>
  )
}

/** The number of further players; "9+" above 9, as on every badge. */
export function MoreBubble({ count, size = 44 }: { count: number; size?: number }) {
  return (
    <span className={styles.more} style={{ '--size': `${size}px` } as CSSProperties}>
      {count > 9 || count === 0 ? shortCount(count) : `+${count}`}
    </span>
  )
}

/** Derived from the name, so a player has the same colour everywhere. */
function fillOf(username: string): (typeof FILLS)[number] {
  let sum = 0
  for (const letter of username) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return FILLS[sum % FILLS.length] ?? 'yellow'
}
