import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { type FormEvent, useRef, useState } from 'react'
import { meansWord } from '../../../turn/same-guess.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { drawingUrl } from '../../../ui/turn/drawing-image.tsx'
import { Tries } from '../chain/tries.tsx'
import styles from './guess-first.module.css'
import type { Own } from './verdict-text.ts'

interface GuessFirstProps {
  /** The first drawing. */
  drawing: string
  results: GameResults
  /** Called with the right guess, when no try is left, or when the visitor wants to see the answer. */
  onEnd: (own: Own) => void
}

/** Asks a visitor what the first drawing shows, without an account. Nothing is sent. */
export function GuessFirst({ drawing, results: { word }, onEnd }: GuessFirstProps) {
  const [guess, setGuess] = useState('')
  const [tries, setTries] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  const left = GUESS.attempts - tries.length
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = guess.trim()
    if (text === '') return field.current?.focus()
    if (meansWord(text, word)) return onEnd(tries.length + 1)
    if (left === 1) return onEnd(null)
    setTries([...tries, text])
    setGuess('')
    field.current?.focus()
  }
  return (
    <Card tone="yellow" tape="pink" className={styles.card} aria-labelledby="guess-first">
      <h2 id="guess-first" className="display text-2xl">
        What is this?
      </h2>
      <img src={drawingUrl(drawing)} alt="The first drawing" className={styles.drawing} />
      <Tries tries={tries} />
      <p role="status" className={styles.left}>
        {tries.length === 0
          ? 'Guess before you see what became of it.'
          : `Not ${tries.at(-1)}. ${left} ${left === 1 ? 'try' : 'tries'} left.`}
      </p>
      <form className={styles.form} onSubmit={send}>
        <Field
          ref={field}
          label="Your guess"
          hideLabel
          placeholder="Your guess"
          value={guess}
          maxLength={GUESS.maxLength}
          autoCapitalize="off"
          onChange={(event) => setGuess(event.target.value)}
        />
        <Button type="submit" tone="primary">
          Guess
        </Button>
      </form>
      <Button tone="quiet" size="small" onClick={() => onEnd(null)}>
        Just show me
      </Button>
    </Card>
  )
}
