import * as z from 'zod/mini'

export const extensions = z.object({
  /** Names of extensions (`contract/table/extensions.ts`). Servers may have others. */
  extensions: z.array(z.string()),
  /** How players reach the operator: an e-mail or web address. */
  contact: z.nullable(z.string()),
  /** The public key for push messages to browsers, as base64url. */
  vapidKey: z.nullable(z.string()),
})
export type Extensions = z.infer<typeof extensions>
