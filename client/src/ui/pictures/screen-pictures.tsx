import { Inky } from './inky.tsx'
import styles from './pictures.module.css'
import { Ground, Picture, type PictureProps } from './pictures.tsx'

/* Pictures of the states of screens that are loaded on demand. */

/** Nothing here yet: a blank sheet, and Inky behind it. */
export const EmptyPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(112 24) rotate(8 60 120)">
      <Inky mood="curious" />
    </g>
    <path className={styles.sheet} d="M38 34 L112 28 L136 50 L140 158 L44 160 Z" />
    <path className={styles.sheet} d="M112 28 L113 52 L136 50" />
    <path className={styles.thin} d="M58 76 L106 74 M60 98 L120 96 M61 120 L96 119" />
  </Picture>
)

/** A wrong address: a map that leads nowhere. */
export const LostPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(94 26)">
      <Inky mood="wow" />
    </g>
    <path className={styles.sheet} d="M26 92 L58 82 L88 92 L118 82 L120 146 L90 156 L60 146 L28 156 Z" />
    <path className={styles.thin} d="M58 82 L60 146 M88 92 L90 156" />
    <path
      className={styles.pen}
      strokeDasharray="7 9"
      d="M38 138 C46 116 62 132 70 114 C76 102 92 122 104 104"
    />
    <path className={styles.pen} stroke="var(--red)" d="M100 96 L110 108 M110 96 L100 108" />
    <text className={styles.words} x="204" y="52" fontSize="44">
      ?
    </text>
  </Picture>
)

/** An older day: a stack of drawn pages. */
export const StackPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <path className={styles.sheet} d="M52 62 L150 46 L164 142 L66 156 Z" />
    <path className={styles.sheet} d="M44 50 L144 50 L146 148 L46 150 Z" />
    <path className={styles.colour} fill="var(--orange)" d="M72 124 L98 84 L122 124 Z" />
    <circle className={styles.colour} fill="var(--yellow)" cx="118" cy="76" r="9" />
    <g transform="translate(142 58) scale(.78)">
      <Inky mood="happy" />
    </g>
  </Picture>
)
