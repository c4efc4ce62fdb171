/*
 * `@inkling/mock-server/machine` (Node): what the cli reads and writes on this machine. Every command imports it, so it
 * loads neither a store nor the server.
 */

export { announcedAdminKey, announceServer } from '../compose/announced-servers.ts'
export { HEAP_GROWTH } from '../platform/heap-growth.ts'
export { createFile, replaceFile } from '../platform/replace-file.ts'
export { isStartupError } from '../platform/startup-error.ts'
export { homeFolder, xdgFolder } from '../platform/xdg-folder.ts'
export { folderHolder, loadLocks } from '../stores/embedded/folder-lock.ts'
export { WORLD_NAMES } from '../worlds/names.ts'
