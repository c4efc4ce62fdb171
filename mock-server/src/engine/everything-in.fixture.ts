import { type CollectionName, collections, type Everything } from './collections.ts'
import type { Store } from './store.ts'

/** All documents of a store. */
export async function everythingIn(store: Store): Promise<Everything> {
  const snapshot = await store.snapshot()
  try {
    const lists: [string, unknown[]][] = []
    for (const name of Object.keys(collections) as CollectionName[]) {
      const documents: unknown[] = []
      for await (const page of snapshot.pages(name)) documents.push(...page)
      lists.push([name, documents])
    }
    return Object.fromEntries(lists) as unknown as Everything
  } finally {
    await snapshot.close()
  }
}
