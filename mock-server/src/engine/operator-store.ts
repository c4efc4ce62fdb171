import type { AdminCall } from '../core/contract/schemas/operator.ts'

/** A JSON value that outlives the process. It is not part of the world: no reset or restore changes it. */
export interface StoredValue {
  /** Null if there is no value. */
  get(): Promise<unknown>
  /**
   * Changes the value, one change at a time.
   * @param change gets null if there is no value, and may run several times.
   * @returns the new value.
   * @throws {StoreUnavailableError} if it cannot be written.
   */
  change<T>(change: (stored: unknown) => T): Promise<T>
}

/** Where calls of admins are stored: entries are only added, and go when they are old. */
export interface AdminCallStore {
  /** @throws {StoreUnavailableError} if it cannot be written. */
  add(call: AdminCall): Promise<void>
  /** Adds the status of a recorded call. */
  finish(id: string, status: number): Promise<void>
  /** Calls with an id before `before`, all without one; the latest first. */
  latest(before: string | undefined, limit: number): Promise<AdminCall[]>
  /** Removes these texts, such as the id of a deleted account, from all calls. */
  forget(texts: readonly string[]): Promise<void>
}

/** A call without some texts: its body goes with them, because it may say more about the same. */
export function callWithout(call: AdminCall, texts: readonly string[]): AdminCall {
  const json = JSON.stringify(call)
  if (!texts.some((text) => json.includes(text))) return call
  return { ...call, path: texts.reduce((path, text) => path.replaceAll(text, '***'), call.path), body: null }
}

/** For {@link AdminCallStore.latest}. @param calls oldest first */
export const latestOf = (
  calls: readonly AdminCall[],
  before: string | undefined,
  limit: number,
): AdminCall[] =>
  calls
    .filter(({ id }) => before === undefined || id < before)
    .slice(-limit)
    .reverse()
