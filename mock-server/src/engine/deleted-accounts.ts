import type { Context } from './context.ts'
import type { Ports } from './ports.ts'

/*
 * The list of the accounts that players have deleted: it stands beside the data, so that a restored save does not bring
 * one back. It has nothing of an account but the SHA-256 of its id. Unused accounts, which the clean-up deletes, are not
 * listed: a restore brings them back, also after a clock that was ahead.
 */

type Listing = Pick<Context, 'tx'> & { readonly ports: Pick<Ports, 'codecs'> }

/** Adds a player to the list. */
export async function noteDeletedAccount({ tx, ports }: Listing, userId: string): Promise<void> {
  const id = ports.codecs.sha256(userId)
  if (!(await tx.get('deletedAccounts', id))) tx.insert('deletedAccounts', { id })
}

/** Whether the account of a player was deleted, even if a restored save has it again. */
export const isDeletedAccount = async ({ tx, ports }: Listing, userId: string): Promise<boolean> =>
  (await tx.get('deletedAccounts', ports.codecs.sha256(userId))) !== undefined

/** Those of these players whose accounts were deleted. */
export async function deletedAmong(
  { tx, ports }: Listing,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Map(userIds.map((userId) => [ports.codecs.sha256(userId), userId]))
  const found = await tx.peek('deletedAccounts', 'id', [...ids.keys()])
  return new Set(found.flatMap(({ id }) => ids.get(id) ?? []))
}
