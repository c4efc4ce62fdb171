import { Card } from '../../ui/page/card.tsx'
import ChainPictures from '../../ui/sample/chain-pictures.tsx'
import { WatchSample } from '../../ui/sample/watch-sample.tsx'
import OwnMidnight from '../../ui/turn/own-midnight.tsx'
import styles from './how-it-goes.module.css'

const STEPS = [
  'Somebody draws a word.',
  'Somebody guesses the drawing.',
  'Somebody draws the guess.',
] as const

/** The game in pictures and in four lines, for a day without a game and before the first turn. */
export default function HowItGoes({ hasSample }: { hasSample: boolean }) {
  return (
    <Card tilt={0.5} className={styles.card} aria-labelledby="how-title">
      <h2 id="how-title" className="text-xl">
        How it goes
      </h2>
      <ChainPictures />
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          <span>
            And at midnight EST
            <OwnMidnight /> you all see what became of it.
          </span>
        </li>
      </ol>
      {hasSample && <WatchSample />}
    </Card>
  )
}
