import styles from './splash.module.css'

/** A splash of ink behind the place where a chain went wrong. Still with reduced motion. */
export const Splash = ({ come }: { come: boolean }) => (
  <svg
    className={styles.splash}
    data-come={come}
    viewBox="0 0 200 120"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d="M100 22 C118 4 128 26 142 24 C160 20 158 38 172 46 C190 54 170 66 176 80 C180 96 156 88 146 98 C134 112 120 94 104 104 C88 116 80 96 64 100 C46 106 48 88 34 82 C16 74 34 62 26 50 C22 36 44 40 52 30 C64 14 82 38 100 22 Z" />
    <circle cx="20" cy="24" r="7" />
    <circle cx="184" cy="20" r="5" />
    <circle cx="188" cy="104" r="8" />
    <circle cx="14" cy="100" r="5" />
  </svg>
)
