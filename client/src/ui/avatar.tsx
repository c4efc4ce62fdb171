import { clsx } from 'clsx'
import { type CSSProperties, useState } from 'react'
import styles from './avatar.module.css'
import { shortCount } from './badge.tsx'

export interface Person {
  username: string
  avatar: string | null
}

const FILLS = ['yellow', 'pink', 'blue', 'green', 'orange', 'purple'] as const

/** An image when the value starts with http; otherwise the emoji, or the first letter of the name (spec section 2). */
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
  const image = avatar?.startsWith('http') && avatar !== broken ? avatar : null
  const style = { '--size': `${size}px`, '--fill': `var(--wash-${fillOf(username)})` } as CSSProperties
  return (
    <span className={clsx(styles.avatar, className)} style={style} aria-hidden="true">
      {image ? (
        <img src={image} alt="" width={size} height={size} onError={() => setBroken(image)} />
      ) : (
        signOf(person)
      )}
    </span>
  )
}

/** Avatars that overlap, with a "+N" bubble for those that have no room. */
export function AvatarStack({
  people,
  max,
  size = 44,
}: {
  people: readonly (Person & { userId: string })[]
  max: number
  size?: number
}) {
  const more = people.length - max
  return (
    <span className={styles.stack}>
      {people.slice(0, max).map((person) => (
        <Avatar key={person.userId} person={person} size={size} />
      ))}
      {more > 0 && <MoreBubble count={more} size={size} />}
    </span>
  )
}

/** How many more there are; above 9 it says so, as every badge does (spec section 2, Home screen). */
export function MoreBubble({ count, size = 44 }: { count: number; size?: number }) {
  return (
    <span className={styles.more} style={{ '--size': `${size}px` } as CSSProperties}>
      {count > 9 || count === 0 ? shortCount(count) : `+${count}`}
    </span>
  )
}

const signOf = ({ username, avatar }: Person): string =>
  avatar && !avatar.startsWith('http') ? avatar : (Array.from(username)[0] ?? '?').toUpperCase()

/** The same name has the same colour everywhere. */
function fillOf(username: string): (typeof FILLS)[number] {
  let sum = 0
  for (const letter of username) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return FILLS[sum % FILLS.length] ?? 'yellow'
}
