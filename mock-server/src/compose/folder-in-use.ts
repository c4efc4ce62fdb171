// For `inkling doctor`: the command imports no stores.
export { folderHolder } from '../stores/lowdb/folder-lock.ts'
