import { GUESS } from '@inkling/mock-server/contract/constants'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'
import { Lock, Send } from 'lucide-react'
import { type CSSProperties, useEffect, useRef } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { GUESS_KEYBOARD } from '../../ui/controls/keyboards.ts'
import { toneStyle } from '../../ui/style/tone.ts'
import styles from './guess-form.module.css'
import { GuessResult } from './guess-result.tsx'
import type { Guessing } from './use-guessing.ts'

/** The guess input and its result. A correct word remains in the field, locked. */
export function GuessForm({ guessing }: { guessing: Guessing }) {
  const { text, write, enter, shown, queued, repeated, isBusy, isLocked, timeUp } = guessing
  const input = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => input.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // Not if the player has moved the focus elsewhere while a result was shown.
    const { activeElement } = document
    const isFree = activeElement === document.body || form.current?.contains(activeElement)
    if (!isBusy && !isLocked && isFree) input.current?.focus({ preventScroll: true })
  }, [isBusy, isLocked])
  const tone = shown ? tierOf('attempt', shown.similarityScore) : undefined
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      <Field
        ref={input}
        label="Your guess"
        hideLabel
        placeholder="Write your guess"
        value={isLocked && shown ? shown.guess : text}
        maxLength={GUESS.maxLength}
        disabled={isLocked || timeUp !== null}
        enterKeyHint="send"
        {...GUESS_KEYBOARD}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => {
          // Enter does not submit the form while the button shows a result.
          if (event.key === 'Enter' && isBusy) enter()
        }}
        className={styles.field}
      />
      <Button
        type="submit"
        tone="primary"
        wide
        data-tone={tone}
        style={tone && ({ '--fill': toneStyle(tone).background } as CSSProperties)}
        disabled={text.trim() === '' || isBusy || isLocked || timeUp !== null}
        aria-label={shown ? `${shown.similarityScore}%: ${shown.categoryMessage}` : undefined}
        className={styles.button}
        icon={shown ? undefined : isLocked ? <Lock aria-hidden /> : <Send aria-hidden />}
      >
        {shown ? <GuessResult key={shown.timestamp} attempt={shown} /> : 'Guess'}
      </Button>
      <p className={styles.note} role="status">
        {timeUp === 'waiting'
          ? 'Time is up. Your last guess still counts: one moment...'
          : repeated !== null
            ? `You have already tried “${repeated}”. It is free!`
            : queued !== null && `Next: “${queued}”`}
      </p>
      <p className="visually-hidden" role="status">
        {shown && `${shown.guess}: ${shown.similarityScore} percent, ${shown.categoryMessage}`}
      </p>
    </form>
  )
}
