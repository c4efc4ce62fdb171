import { Inky } from '../../ui/pictures/inky.tsx'
import styles from '../../ui/pictures/pictures.module.css'
import { Ground, Picture } from '../../ui/pictures/pictures.tsx'

/** Five misses: Inky winces, and the arrows lie beside the target. */
export const MissedPicture = () => (
  <Picture small>
    <Ground />
    <circle className={styles.sheet} cx="182" cy="86" r="44" />
    <circle className={styles.colour} fill="var(--pink)" cx="182" cy="86" r="27" />
    <circle className={styles.sheet} cx="182" cy="86" r="11" />
    <path className={styles.pen} d="M166 127 L158 158 M198 127 L206 158" />
    <path className={styles.pen} d="M150 34 L128 18 M128 18 L130 29 M128 18 L139 19 M228 40 L238 24" />
    <g transform="translate(34 30)">
      <Inky mood="wince" />
    </g>
    <path className={styles.pen} d="M58 112 C46 104 44 92 50 80 M131 112 C140 104 144 94 140 84" />
  </Picture>
)
