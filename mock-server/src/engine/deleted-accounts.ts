import type { Context } from './context.ts'
import type { Ports } from './ports.ts'

/*
 * The list of the accounts that players have deleted: it stands beside the data, so that a restored save does not bring
 * one back. It has nothing of an account but the SHA-256 of its id. Unused accounts, which the clean-up deletes, are not
 * listed: a restore brings them back, also after a clock that was ahead. The groups that they have founded are, so that no
 * other group gets such an id.
 */

type Listing = Pick<Context, 'tx'> & { readonly ports: Pick<Ports, 'codecs'> }

/** Adds a player, or a group of an unused account, to the list. */
export async function noteDeleted({ tx, ports }: Listing, id: string): Promise<void> {
  const hash = ports.codecs.sha256(id)
  if (!(await tx.get('deletedAccounts', hash))) tx.insert('deletedAccounts', { id: hash })
}

/** Whether a player or a group is on the list, even if a restored save has it again. */
export const isDeleted = async ({ tx, ports }: Listing, id: string): Promise<boolean> =>
  (await tx.get('deletedAccounts', ports.codecs.sha256(id))) !== undefined

/** Those of these players whose accounts were deleted. */
export async function deletedAmong(
  { tx, ports }: Listing,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = new Map(userIds.map((userId) => [ports.codecs.sha256(userId), userId]))
  const found = await tx.peek('deletedAccounts', 'id', [...ids.keys()])
  return new Set(found.flatMap(({ id }) => ids.get(id) ?? []))
}
