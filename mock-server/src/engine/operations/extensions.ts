import { allow } from '../../core/rules/refusal.ts'
import type { Operations } from '../context.ts'

/** What this server offers beyond the documented API. */
export const extensionOperations = {
  async getExtensions({ extensions, settings }) {
    return allow({
      extensions: [...extensions],
      contact: settings.contact ?? null,
      vapidKey: settings.vapidKey ?? null,
    })
  },
} satisfies Operations
