import { GUESS } from '@inkling/mock-server/contract/constants'
import type { GuessAttempt } from '@inkling/mock-server/contract/schemas/game'
import { clsx } from 'clsx'
import { Lock, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { scoreTone } from '../../ui/score.ts'
import styles from './guess-form.module.css'

interface GuessFormProps {
  /** The result that stands on the button now. */
  shown: GuessAttempt | null
  isBusy: boolean
  isLocked: boolean
  attemptsRemaining: number
  /** Whether the guess was taken. */
  onGuess: (text: string) => Promise<boolean>
}

/** Where a guess is written. Once right, the word stays in its place, locked. */
export function GuessForm({ shown, isBusy, isLocked, attemptsRemaining, onGuess }: GuessFormProps) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const trimmed = text.trim()
  useEffect(() => {
    if (!isBusy && !isLocked) input.current?.focus({ preventScroll: true })
  }, [isBusy, isLocked])
  const submit = async () => {
    if ((await onGuess(trimmed)) === true) setText('')
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field
        ref={input}
        label="Your guess"
        hideLabel
        placeholder="Write your guess"
        value={isLocked && shown ? shown.guess : text}
        maxLength={GUESS.maxLength}
        disabled={isLocked}
        enterKeyHint="send"
        autoCapitalize="off"
        onChange={(event) => setText(event.target.value)}
        className={styles.field}
      />
      <Button
        type="submit"
        tone="primary"
        wide
        disabled={trimmed === '' || isBusy || isLocked}
        className={clsx(shown && styles.result, shown && styles[scoreTone(shown.similarityScore)])}
        icon={isLocked ? <Lock aria-hidden /> : shown ? undefined : <Send aria-hidden />}
      >
        {shown ? `${shown.similarityScore}%: ${shown.categoryMessage}` : 'Guess'}
      </Button>
      <p className={styles.left} aria-live="polite">
        {shown
          ? `${shown.guess}: ${shown.similarityScore}%, ${shown.categoryMessage}`
          : attemptsRemaining === 1
            ? 'This is your last attempt'
            : `${attemptsRemaining} attempts left`}
      </p>
    </form>
  )
}
