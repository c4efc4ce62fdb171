import type { YesterdayResults } from '@inkling/mock-server/contract/schemas/results'
import { clsx } from 'clsx'
import { Sparkles } from 'lucide-react'
import { resultsPath } from '../../paths.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { DrawingImage } from '../../ui/turn/drawing-image.tsx'
import { InkText } from '../../ui/turn/words.tsx'
import styles from './yesterday-card.module.css'

interface YesterdayCardProps {
  results: YesterdayResults
  /** Whether the results have not been opened on this device yet. The card is then highlighted. */
  isNew: boolean
}

/** Yesterday's word and a link to its results. */
export function YesterdayCard({ results: { word, chain, gameId }, isNew }: YesterdayCardProps) {
  const count = chain.filter(({ house }) => !house).length
  const drawing = chain.find(({ content }) => content.drawing)?.content.drawing
  return (
    <Card
      tone={isNew ? 'blue' : undefined}
      tape={isNew ? 'pink' : 'blue'}
      tapeAt="right"
      tilt={0.5}
      className={clsx(styles.card, isNew && styles.new)}
      aria-labelledby="yesterday-title"
    >
      <div className={styles.words}>
        <h2 id="yesterday-title" className="text-md">
          Yesterday's word
        </h2>
        <p className={styles.line}>
          <InkText text={word} />
          <span>{count === 1 ? '1 player' : `${count} players`}</span>
        </p>
      </div>
      {drawing && (
        <div className={styles.peek}>
          <DrawingImage png={drawing} alt="The first drawing of yesterday's chain" />
        </div>
      )}
      <ButtonLink
        to={resultsPath(gameId)}
        icon={<Sparkles aria-hidden />}
        tone={isNew ? 'primary' : 'plain'}
        size={isNew ? 'small' : 'medium'}
        wide
        className={styles.go}
      >
        See Results
      </ButtonLink>
    </Card>
  )
}
