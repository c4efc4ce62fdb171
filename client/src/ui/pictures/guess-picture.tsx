import { Inky } from './inky.tsx'
import styles from './pictures.module.css'
import { Ground, Picture, type PictureProps } from './pictures.tsx'

/** A guess is next: Inky looks at a picture through a magnifying glass, behind which there is a large eye. */
export const GuessPicture = (props: PictureProps) => (
  <Picture {...props}>
    <Ground />
    <g transform="translate(44 30)">
      <Inky mood="curious" />
    </g>
    <path className={styles.pen} d="M142 116 C154 116 162 112 168 106" />
    <g className={styles.bob}>
      <path className={styles.pen} d="M172 98 L160 118" strokeWidth={9} />
      <circle className={styles.sheet} cx="186" cy="68" r="34" />
      <path className={styles.eye} d="M160 69 C172 49 200 49 212 69 C200 87 172 87 160 69 Z" />
      <circle className={styles.colour} fill="var(--green)" cx="186" cy="68" r="12" />
      <circle className={styles.pupil} cx="186" cy="68" r="5.5" />
    </g>
  </Picture>
)
