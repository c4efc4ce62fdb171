import type { Everything } from './collections.ts'
import type { Store } from './store.ts'

/** All documents of a store. */
export const everythingIn = (store: Store): Promise<Everything> =>
  store.everything(async (documents) => documents)
