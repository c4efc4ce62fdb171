import { MATCH_MESSAGE } from '@inkling/mock-server/contract/match-message'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Card } from '../../ui/page/card.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import { isLone, waitingText } from './lone-drawing.ts'
import styles from './summary.module.css'

/** The starting word, the final guess, and their similarity. */
export const Summary = ({ results }: { results: GameResults }) =>
  isLone(results) ? <Waiting results={results} /> : <Outcome results={results} />

/** A lone drawing has no outcome. */
const Waiting = ({ results }: { results: GameResults }) => (
  <Card tone="yellow" tape="blue" className="stack gap-4 text-center" aria-label="Summary">
    <p className="text-sm">It began as</p>
    <InkText text={results.word} />
    <p className="display text-2xl">{waitingText(results)}</p>
  </Card>
)

function Outcome({ results }: { results: GameResults }) {
  const words = useStacking()
  const { word, finalGuess, similarityScore, matchType, chain, totalAttempts } = results
  return (
    <Card
      tone={tierOf('success', similarityScore)}
      tape="blue"
      className="stack gap-4 text-center"
      aria-label="Summary"
    >
      <div ref={words} className={styles.words}>
        <div>
          <p className="text-sm">It began as</p>
          <InkText text={word} />
        </div>
        <svg className={styles.arrow} viewBox="0 0 60 34" aria-hidden="true">
          <path d="M4 14 C14 4 22 28 32 18 C38 12 42 14 52 16 M43 7 L54 16 L44 27" />
        </svg>
        <div>
          <p className="text-sm">It ended as</p>
          {finalGuess === null ? (
            <p className={styles.none}>nobody guessed</p>
          ) : (
            <InkText text={finalGuess} />
          )}
        </div>
      </div>
      <p className="display text-2xl">{MATCH_MESSAGE[matchType]}</p>
      <dl className={styles.figures}>
        <Figure label={chain.length === 1 ? 'step' : 'steps'} value={chain.length} />
        <Figure label={totalAttempts === 1 ? 'attempt' : 'attempts'} value={totalAttempts} />
        <Figure label="success" value={`${similarityScore}%`} />
      </dl>
    </Card>
  )
}

/** Puts the words below each other if they do not fit side by side in their font. */
function useStacking(): RefObject<HTMLDivElement | null> {
  const words = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = words.current
    if (!element) return
    const measure = () => {
      element.dataset.stacked = 'false'
      element.dataset.stacked = String(element.scrollWidth > element.clientWidth)
    }
    measure()
    document.fonts?.ready.then(measure)
    // Not within the callback, because stacking resizes the element.
    const observer = new ResizeObserver(() => requestAnimationFrame(measure))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return words
}

const Figure = ({ label, value }: { label: string; value: number | string }) => (
  <div className={styles.figure}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
