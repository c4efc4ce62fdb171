import { USERNAME } from '@inkling/mock-server/contract/constants'
import { randomUsername } from '@inkling/mock-server/rules/username/random-username'
import { Dices } from 'lucide-react'
import type { Ref } from 'react'
import type { UsernameDraft } from '../../session/names/use-username.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { NAME_KEYBOARD } from './keyboards.ts'
import styles from './username-field.module.css'

interface UsernameFieldProps {
  draft: UsernameDraft
  /** The consequence of the error, displayed with it. */
  note?: string | null | undefined
  withDice?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** The username input, with a button for a random name, and suggestions when a name is refused. */
export function UsernameField({ draft, note, withDice = false, inputRef }: UsernameFieldProps) {
  const { name, error, suggestions, rename } = draft
  return (
    <div className={styles.username}>
      <Field
        ref={inputRef}
        label="Username"
        value={name}
        maxLength={USERNAME.max}
        {...NAME_KEYBOARD}
        enterKeyHint="done"
        error={error}
        errorNote={note}
        onChange={(event) => rename(event.target.value)}
      />
      {suggestions.length > 0 && (
        <div className={styles.alternatives}>
          <p>Try these instead:</p>
          {suggestions.slice(0, 3).map((suggestion) => (
            <Button key={suggestion} size="small" onClick={() => rename(suggestion)}>
              {suggestion}
            </Button>
          ))}
        </div>
      )}
      {withDice && (
        <Button tone="quiet" icon={<Dices aria-hidden />} onClick={() => rename(randomUsername(Math.random))}>
          Random username
        </Button>
      )}
    </div>
  )
}
