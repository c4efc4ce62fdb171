import { SAMPLE_STEPS, type SampleStep } from '@inkling/fixtures/sample-chain'
import { CANVAS } from '@inkling/mock-server/contract/constants'
import styles from './chain-pictures.module.css'

/** How many pages of the chain are shown: a drawing, its guess, and the drawing of that. */
const SHOWN = 3

/** How a chain goes, as pictures: the first pages of the sample chain. Its words are beside it. */
export default function ChainPictures() {
  return (
    <div className={styles.chain} role="img" aria-label={CHAIN_TEXT}>
      {SAMPLE_STEPS.slice(0, SHOWN).map((step) => (
        <Page key={step.username} step={step} />
      ))}
    </div>
  )
}

const CHAIN_TEXT = 'A mustache is drawn. Somebody sees a bow tie, and the next player draws that.'

function Page({ step }: { step: SampleStep }) {
  if (!('strokes' in step)) {
    return (
      <span className={styles.guess} aria-hidden="true" translate="no">
        {`“${step.attempts.at(-1)?.guess}?”`}
      </span>
    )
  }
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${CANVAS.size} ${CANVAS.size}`} aria-hidden="true">
      {step.strokes.map(({ color, size, points }, at) => (
        <polyline
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no other name, and never change
          key={at}
          points={points.join(' ')}
          stroke={color}
          strokeWidth={size}
        />
      ))}
    </svg>
  )
}
