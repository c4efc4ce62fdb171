/* `@inkling/mock-server/store-operations` (Node): operations on stored and saved worlds. It loads the stores. */

export { type CopyOptions, copyStore, type StoreCopied } from '../server/compose/store-copy.ts'
export { checkWorldFile, migrateStore, storeStatus } from '../server/compose/store-operations.ts'
export { checkFolder } from '../server/stores/embedded/folder.ts'
