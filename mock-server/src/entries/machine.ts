/*
 * `@inkling/mock-server/machine` (Node): what the cli reads and writes on this machine. Every command imports it, so it
 * loads neither a store nor the server.
 */

export { announcedAdminKey, announceServer } from '../server/platform/announced-servers.ts'
export { HEAP_GROWTH } from '../server/platform/heap-growth.ts'
export { createFile, replaceFile } from '../server/platform/replace-file.ts'
export { isStartupError } from '../server/platform/startup-error.ts'
export { homeFolder, xdgFolder } from '../server/platform/xdg-folder.ts'
export { folderHolder, loadLocks } from '../server/stores/embedded/folder-lock.ts'
export { WORLD_NAMES } from '../server/worlds/names.ts'
