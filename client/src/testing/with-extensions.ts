import type { Extension } from '@inkling/mock-server/contract/table/extensions'
import { reply } from './server.ts'

/** A server with these extensions. */
export const withExtensions = (...extensions: Extension[]) =>
  reply('getExtensions', { extensions, contact: 'help@example.org', vapidKey: null })
