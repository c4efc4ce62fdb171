export { folderHolder } from '../stores/lowdb/folder-lock.ts'
