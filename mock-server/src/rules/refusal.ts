import type { ErrorCode } from '../contract/error-codes.ts'

/** A rule's no, as data: what the caller is told. A thrown error is a bug, never a refusal. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

export type Decision<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

export const allow = <T>(value: T): Decision<T> => ({ ok: true, value })

export const refuse = (code: ErrorCode, message: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, message },
})
