import type { WireReply } from './wire.ts'

/** Classifies a response. */
export function readReply(
  { status, text, code: failure }: WireReply,
  refusals: readonly string[],
): { body: unknown; kind: 'success' | 'refusal' | 'error'; code: string } {
  if (status === 0) return { body: null, kind: 'error', code: failure }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { body: null, kind: 'error', code: `HTTP_${status}` }
  }
  if (status === 200) return { body: value, kind: 'success', code: '' }
  const code = (value as { error?: { code?: string } } | null)?.error?.code ?? `HTTP_${status}`
  return { body: null, kind: refusals.includes(code) ? 'refusal' : 'error', code }
}
