import { ApiError } from '@inkling/mock-server/contract/client/api-error'
import { randomUsername } from '@inkling/mock-server/rules/username/random-username'
import { useRef, useState } from 'react'
import { checkUsername } from './username.ts'

/**
 * A username being typed: its text, its error, and suggested alternatives.
 * @param onRename called with each new text.
 */
export function useUsername(initial: string, onRename: (name: string) => void) {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [suggestions, setSuggestions] = useState<readonly string[]>([])
  const latest = useRef(initial)

  /** Validates a name, and displays the result unless the text has changed in the meantime. */
  const validate = async (candidate: string): Promise<boolean> => {
    const verdict = await checkUsername(candidate)
    if (latest.current === candidate) {
      setError(verdict.ok ? null : verdict.message)
      setSuggestions(verdict.ok ? [] : verdict.suggestions)
    }
    return verdict.ok
  }
  const rename = (next: string) => {
    latest.current = next
    setName(next)
    onRename(next)
    void validate(next)
  }
  /** Displays the server's refusal of the name. Returns false if the error has another reason. */
  const refuse = (failure: unknown): boolean => {
    if (!(failure instanceof ApiError) || failure.code !== 'VALIDATION_FAILED') return false
    if (!/^$|^Username |name of your own/.test(failure.message)) return false
    setError(failure.message || 'Invalid username')
    setSuggestions(Array.from({ length: 3 }, () => randomUsername(Math.random)))
    return true
  }
  return { name, error, suggestions, rename, check: () => validate(name), refuse }
}

export type UsernameDraft = ReturnType<typeof useUsername>
