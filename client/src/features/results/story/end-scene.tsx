import { linksOf } from '@inkling/mock-server/contract/chain-links'
import { MATCH_MESSAGE } from '@inkling/mock-server/contract/match-message'
import { nearnessText } from '@inkling/mock-server/contract/nearness'
import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { useEffect } from 'react'
import { dateText } from '../../../day/day-text.ts'
import { play } from '../../../platform/sound/sound.ts'
import { Card } from '../../../ui/page/card.tsx'
import { Logo } from '../../../ui/page/logo.tsx'
import { Name } from '../../../ui/players/name.tsx'
import { toneStyle } from '../../../ui/style/tone.ts'
import { drawingUrl } from '../../../ui/turn/drawing-image.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import { OfPrompt } from '../chain/likeness.tsx'
import { isLone, waitingText } from '../lone-drawing.ts'
import { Confetti } from './confetti.tsx'
import styles from './end-scene.module.css'
import { Splash } from './splash.tsx'

/** More pictures would be too small. */
const MAX_PICTURES = 8

/** A poster of the chain: its first word, its final guess, all steps, and the score as a stamp. */
export function EndScene({ results }: { results: GameResults }) {
  const { word, similarityScore, chain, date } = results
  useEffect(() => {
    if (similarityScore === 100) play('chime')
  }, [similarityScore])
  return (
    <div className={styles.end}>
      <Card tone="yellow" tape="pink" className={styles.poster} aria-label="The end">
        <div className={styles.head}>
          <Logo className={styles.logo} />
          <time dateTime={date} className={styles.date}>
            {dateText(date)}
          </time>
        </div>
        <p className={styles.label}>It began as</p>
        <p className={styles.word}>
          <InkText text={word} />
        </p>
        <ol className={styles.strip} aria-hidden="true">
          {chain.slice(0, MAX_PICTURES).map((step, at) => (
            <li
              key={step.stepIndex}
              className="arrive"
              style={{ animationDelay: `${90 * Math.min(at, 4)}ms` }}
            >
              <Thumbnail step={step} />
            </li>
          ))}
        </ol>
        {isLone(results) ? (
          <p className={styles.message}>{waitingText(results)}</p>
        ) : (
          <Ending results={results} />
        )}
      </Card>
      {similarityScore === 100 && <Confetti />}
    </div>
  )
}

/** What the chain ended as, its score, and where it went wrong. */
function Ending({ results }: { results: GameResults }) {
  const { word, finalGuess, matchType, similarityScore } = results
  const lostAt = linksOf(results).find(({ wentWrong }) => wentWrong)?.step
  return (
    <>
      <p className={styles.label}>It ended as</p>
      <p className={styles.word}>
        {finalGuess === null ? (
          <span className={styles.none}>nobody guessed</span>
        ) : (
          <InkText text={finalGuess} />
        )}
      </p>
      <div className={styles.verdict}>
        <p className={styles.message}>{MATCH_MESSAGE[matchType]}</p>
        {lostAt && (
          <p className={styles.lost}>
            <Splash come />
            <span>
              Lost at <Name>{lostAt.username}</Name>!
            </span>
          </p>
        )}
        <p className={styles.stamp} style={toneStyle(tierOf('badge', similarityScore))}>
          {nearnessText(similarityScore)}
        </p>
        <p>
          {`${similarityScore}% `}
          <OfPrompt prompt={word} />
        </p>
      </div>
    </>
  )
}

function Thumbnail({ step: { content, similarityScore = 0 } }: { step: ChainStep }) {
  if (content.drawing) return <img src={drawingUrl(content.drawing)} alt="" className={styles.picture} />
  return (
    <span className={styles.guess} style={toneStyle(tierOf('badge', similarityScore))} translate="no">
      {content.guess}
    </span>
  )
}
