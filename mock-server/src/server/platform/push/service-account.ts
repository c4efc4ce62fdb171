import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { StartupError } from '../startup-error.ts'

/** The fields that are used of the key file of a service account. */
const serviceAccount = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string().check(z.startsWith('-----BEGIN PRIVATE KEY-----')),
  token_uri: z.url(),
})
export type ServiceAccount = z.infer<typeof serviceAccount>

/** The service account in the file of FCM_CREDENTIALS. @throws {StartupError} if it cannot be read, or has none. */
export function readServiceAccount(path: string): ServiceAccount {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`FCM_CREDENTIALS: ${path} cannot be read: ${reason}.`, { isUsage: true, cause })
  }
  try {
    const account = serviceAccount.parse(JSON.parse(text))
    createPrivateKey(account.private_key)
    return account
  } catch (cause) {
    throw new StartupError(
      `FCM_CREDENTIALS: ${path} is not the key file of a service account. Download one from the Firebase console: Project settings, Service accounts, Generate new private key.`,
      { isUsage: true, cause },
    )
  }
}
