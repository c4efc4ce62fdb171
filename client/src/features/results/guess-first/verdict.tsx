import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { type ReactNode, useEffect, useRef } from 'react'
import { Card } from '../../../ui/page/card.tsx'
import { InkText } from '../../../ui/turn/words.tsx'
import styles from './guess-first.module.css'
import { type Own, verdictText } from './verdict-text.ts'

interface VerdictProps {
  results: GameResults
  own: Own
  /** What comes next. */
  children: ReactNode
}

/** The word that a visitor has guessed, and whether they were better than the players. Takes the focus. */
export function Verdict({ results, own, children }: VerdictProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <Card tone="green" tape="blue" className={styles.card} aria-labelledby="verdict">
      <h2 id="verdict" ref={title} tabIndex={-1} className="display text-2xl">
        {own === null ? 'It was' : `Right, on try ${own}!`}
      </h2>
      <InkText text={results.word} />
      <p>{verdictText(results, own)}</p>
      {children}
    </Card>
  )
}
