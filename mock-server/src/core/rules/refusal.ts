import type { ErrorCode } from '../contract/table/error-codes.ts'

/** A refused call, as data: the error that the API returns. Rules throw only if there is a bug. */
export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
  /** When a call that exceeds a limit can succeed. */
  readonly retryAfterSeconds?: number
}

/** What a rule or a call says: a value, or why there is none. Decisions are those of moderators. */
export type Ruling<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal }

export const allow = <T>(value: T): Ruling<T> => ({ ok: true, value })

export const refuse = (code: ErrorCode, message: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, message },
})

/** How soon a client may try again under maintenance. */
const RETRY_AFTER_SECONDS = 60

/** @param message of the operator */
export const underMaintenance = (message: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'UNAVAILABLE', message, retryAfterSeconds: RETRY_AFTER_SECONDS },
})
