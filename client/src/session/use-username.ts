import { ApiError } from '@inkling/mock-server/contract/api-error'
import { randomUsername } from '@inkling/mock-server/rules/username/random-username'
import { useRef, useState } from 'react'
import { checkUsername } from './username.ts'

/** A username being typed: its text, its error, and alternatives. */
export function useUsername(initial: string) {
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string | null>(null)
  const [suggestions, setSuggestions] = useState<readonly string[]>([])
  const latest = useRef(initial)

  /** Checks a name and shows the result, unless the text has changed in the meantime. True when the name is valid. */
  const judge = async (candidate: string): Promise<boolean> => {
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
    void judge(next)
  }
  /** Shows a refusal by the server; false when the failure was not about the name. */
  const refuse = (failure: unknown): boolean => {
    if (!(failure instanceof ApiError) || failure.code !== 'VALIDATION_FAILED') return false
    if (!/^$|^Username /.test(failure.message)) return false
    setError(failure.message || 'Invalid username')
    setSuggestions(Array.from({ length: 3 }, () => randomUsername(Math.random)))
    return true
  }
  return { name, error, suggestions, rename, check: () => judge(name), refuse }
}

export type UsernameDraft = ReturnType<typeof useUsername>
