// For `inkling doctor`: the command imports no stores.
export { folderHolder } from '../stores/embedded/folder-lock.ts'
