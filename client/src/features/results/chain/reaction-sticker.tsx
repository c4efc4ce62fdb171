import type { ReactionType } from '@inkling/mock-server/contract/schemas/reactions'
import type { ReactNode } from 'react'
import styles from './reaction-sticker.module.css'

/** The reactions as stickers, which look the same on every device. */
export function ReactionSticker({ type }: { type: ReactionType }) {
  return (
    <svg className={styles.sticker} viewBox="0 0 40 40" aria-hidden="true">
      {STICKER[type]}
    </svg>
  )
}

export const REACTION_LABEL: Record<ReactionType, string> = {
  love: 'Love',
  laugh: 'Laugh',
  wow: 'Wow',
  fire: 'Fire',
  thumbs_up: 'Thumbs up',
  thumbs_down: 'Thumbs down',
  mind_blown: 'Mind blown',
}

const face = (colour: string, features: ReactNode): ReactNode => (
  <>
    <path fill={colour} d="M20 3 C30 3 37 11 37 20 C37 30 30 37 20 37 C10 37 3 30 3 20 C3 10 11 3 20 3 Z" />
    {features}
  </>
)

const THUMB =
  'M13 35 L13 18 L20 5 C24 5 25 9 23 15 L33 15 C36 15 37 18 35 20 C37 22 36 25 34 26 C35 29 34 31 32 31 C32 34 30 35 28 35 Z M4 18 L13 18 L13 35 L4 35 Z'

const STICKER: Record<ReactionType, ReactNode> = {
  love: (
    <path fill="var(--red)" d="M20 36 C4 25 2 14 8 8 C13 4 18 7 20 12 C22 7 27 4 32 8 C38 14 36 25 20 36 Z" />
  ),
  laugh: face(
    'var(--yellow)',
    <>
      <path className={styles.line} d="M9 17 C11 13 14 13 16 17 M24 17 C26 13 29 13 31 17" />
      <path fill="var(--ink-on-colour)" d="M10 22 L30 22 C30 30 25 33 20 33 C15 33 10 30 10 22 Z" />
      <path className={styles.tear} d="M6 21 C3 25 4 27 6 28 M34 21 C37 25 36 27 34 28" />
    </>,
  ),
  wow: face(
    'var(--orange)',
    <>
      <circle className={styles.dot} cx="14" cy="16" r="2.6" />
      <circle className={styles.dot} cx="26" cy="16" r="2.6" />
      <ellipse className={styles.dot} cx="20" cy="27" rx="4" ry="5.5" />
      <path className={styles.line} d="M10 10 L15 9 M30 10 L25 9" />
    </>,
  ),
  fire: (
    <>
      <path
        fill="var(--orange)"
        d="M21 2 C22 10 33 15 33 26 C33 33 27 38 20 38 C13 38 7 33 7 26 C7 20 11 17 12 12 C15 14 16 16 16 19 C20 15 21 9 21 2 Z"
      />
      <path
        fill="var(--yellow)"
        d="M20 22 C22 26 26 27 26 31 C26 35 23 37 20 37 C17 37 14 35 14 31 C14 28 18 26 20 22 Z"
      />
    </>
  ),
  thumbs_up: <path fill="var(--green)" d={THUMB} />,
  thumbs_down: (
    <g transform="rotate(180 20 20)">
      <path fill="var(--grey)" d={THUMB} />
    </g>
  ),
  mind_blown: (
    <>
      <path
        fill="var(--pink)"
        d="M8 12 C4 9 8 3 13 5 C15 0 24 0 26 5 C32 3 36 9 31 12 L25 14 L20 11 L15 14 Z"
      />
      <path
        fill="var(--purple)"
        d="M5 20 L10 17 L15 20 L20 17 L25 20 L30 17 L35 20 C37 30 30 37 20 37 C10 37 3 30 5 20 Z"
      />
      <circle fill="#fff" stroke="none" cx="14" cy="25" r="2.8" />
      <circle fill="#fff" stroke="none" cx="26" cy="25" r="2.8" />
      <ellipse fill="#fff" stroke="none" cx="20" cy="31.5" rx="3" ry="2.6" />
    </>
  ),
}
