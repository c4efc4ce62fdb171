import type { Store } from './store.ts'
import type { Transaction } from './transaction.ts'

/** A transaction in which some methods are replaced. */
export const withMethods = (tx: Transaction, replaced: Partial<Transaction>): Transaction =>
  new Proxy(tx, { get: (_, name: keyof Transaction) => replaced[name] ?? tx[name].bind(tx) })

/** A store in whose transactions some methods are replaced. */
export const storeWithMethods = (
  store: Store,
  replaced: (tx: Transaction) => Partial<Transaction>,
): Store => ({
  transaction: (work) => store.transaction((tx) => work(withMethods(tx, replaced(tx)))),
  snapshot: () => store.snapshot(),
  replaceAll: (write, options) => store.replaceAll(write, options),
  close: () => store.close(),
})
