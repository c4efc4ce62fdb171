import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Inky } from './inky.tsx'
import styles from './pictures.module.css'

/*
 * Pictures of the states of a screen; those that the first screen never shows are in screen-pictures.tsx. They add nothing to the text next to them, so they are hidden from screen
 * readers.
 */

export interface PictureProps {
  small?: boolean
}

export function Picture({ small, children }: PictureProps & { children: ReactNode }) {
  return (
    <svg className={clsx(styles.picture, small && styles.small)} viewBox="0 0 240 170" aria-hidden="true">
      {children}
    </svg>
  )
}

export const Ground = () => (
  <path className={styles.thin} d="M22 160 C70 155 120 163 170 158 C190 156 205 160 222 157" />
)

const Pencil = ({ colour = 'var(--yellow)' }: { colour?: string }) => (
  <g>
    <path className={styles.colour} fill={colour} d="M-7 -64 L7 -64 L7 -14 L-7 -14 Z" />
    <path className={styles.colour} fill="var(--pink)" d="M-7 -76 L7 -76 L7 -64 L-7 -64 Z" />
    <path className={styles.colour} fill="var(--kraft)" d="M-7 -14 L7 -14 L0 2 Z" />
    <path className={styles.pen} d="M-2 -3 L0 2 L2 -3" />
  </g>
)

/** Busy: Inky draws an endless line. */
export const LoadingPicture = (props: PictureProps) => (
  <Picture {...props}>
    <path
      className={clsx(styles.pen, styles.scribble)}
      pathLength={1}
      stroke="var(--ink)"
      d="M28 150 C44 118 58 118 60 142 C62 162 84 160 88 138 C92 118 110 120 112 142 C114 160 134 158 146 146"
    />
    <g className={styles.bob}>
      <path className={styles.pen} d="M158 112 C148 114 142 110 136 104" />
      <g transform="translate(128 24)">
        <Inky mood="happy" />
      </g>
      <g transform="translate(148 146) rotate(-22)">
        <Pencil />
      </g>
    </g>
  </Picture>
)

/** Something broke: the inkwell fell over. */
export const ErrorPicture = (props: PictureProps) => (
  <Picture {...props}>
    <path
      className={styles.colour}
      fill="var(--blue)"
      d="M60 148 C80 134 150 136 176 142 C206 148 212 160 184 163 C150 168 84 167 58 162 C40 158 44 152 60 148 Z"
    />
    <g transform="translate(88 26)">
      <Inky mood="dizzy" />
    </g>
    <g transform="translate(40 128) rotate(-78)">
      <path className={styles.sheet} d="M-20 -4 L20 -4 L26 32 L-26 32 Z" />
      <path className={styles.colour} fill="var(--red)" d="M-15 -18 L15 -18 L15 -4 L-15 -4 Z" />
    </g>
    <path
      className={styles.pen}
      d="M196 60 C204 56 204 48 212 46 M200 78 L216 76 M58 70 C50 66 48 58 40 58"
    />
  </Picture>
)

/** No connection: an unplugged cable. */
export const OfflinePicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(22 28)">
      <Inky mood="worried" />
    </g>
    <path className={styles.pen} d="M118 128 C132 142 138 116 150 124" />
    <path className={styles.colour} fill="var(--yellow)" d="M150 114 L164 112 L165 134 L151 135 Z" />
    <path className={styles.pen} d="M165 118 L173 117 M165 128 L173 128" />
    <path className={styles.colour} fill="var(--wash-grey)" d="M190 110 L206 109 L207 136 L191 137 Z" />
    <path className={styles.pen} d="M207 123 C216 122 218 132 230 128" />
    <path className={styles.pen} d="M178 98 L176 88 M186 96 L192 88" />
  </Picture>
)

/** Somebody else's turn: an hourglass. */
export const WaitingPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(30 28)">
      <Inky mood="asleep" />
    </g>
    <text className={styles.words} x="118" y="48">
      z
    </text>
    <text className={styles.words} x="132" y="32">
      z
    </text>
    <g className={styles.spin}>
      <path className={styles.pen} d="M158 76 L208 76 M158 156 L208 156" />
      <path
        className={styles.sheet}
        d="M164 78 L202 78 C202 98 190 104 188 116 C190 128 202 134 202 154 L164 154 C164 134 176 128 178 116 C176 104 164 98 164 78 Z"
      />
      <path
        className={styles.colour}
        fill="var(--orange)"
        d="M171 94 L195 94 C192 102 186 106 184 114 L182 114 C180 106 174 102 171 94 Z M168 153 C172 140 194 140 198 153 Z"
      />
    </g>
  </Picture>
)

/** The player's turn: a raised pencil. */
export const TurnPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(50 30)">
      <Inky mood="happy" />
    </g>
    <g className={styles.bob}>
      <g transform="translate(196 34) rotate(203)">
        <Pencil />
      </g>
      <path className={styles.pen} d="M148 116 C162 112 172 104 178 92" />
    </g>
    <path className={styles.pen} d="M214 42 L225 40 M210 24 L218 16 M194 16 L193 5" />
  </Picture>
)

/** Done: a star and confetti. */
export const DonePicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(60 30)">
      <Inky mood="happy" />
    </g>
    <path className={styles.pen} d="M156 112 C166 106 172 98 174 90 M84 112 C74 106 68 98 66 90" />
    <g className={styles.bob}>
      <path
        className={styles.colour}
        fill="var(--yellow)"
        d="M182 38 L189 56 L208 58 L193 70 L198 88 L182 78 L166 88 L171 70 L156 58 L175 56 Z"
      />
    </g>
    <path className={styles.colour} fill="var(--pink)" d="M40 52 L52 48 L50 60 Z" />
    <path className={styles.colour} fill="var(--green)" d="M62 22 L72 20 L72 30 L62 30 Z" />
    <circle className={styles.colour} fill="var(--orange)" cx="46" cy="86" r="5" />
    <circle className={styles.colour} fill="var(--purple)" cx="150" cy="24" r="5" />
    <path className={styles.pen} d="M92 18 C96 12 100 22 104 14 M200 108 C206 104 208 114 214 108" />
  </Picture>
)

/** A group: three drops of ink. */
export const GroupPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(16 54) scale(.82)">
      <Inky mood="curious" fill="var(--pink)" />
    </g>
    <g transform="translate(128 54) scale(.82)">
      <Inky mood="happy" fill="var(--green)" />
    </g>
    <g transform="translate(62 26)">
      <Inky mood="happy" />
    </g>
  </Picture>
)
