import { userInfo } from 'node:os'

/** The operating system's user. */
export function userName(env: NodeJS.ProcessEnv = process.env): string {
  try {
    return userInfo().username
  } catch {
    // A user id without an entry in the password file, as in some containers.
    return env.USER ?? `uid ${process.getuid?.()}`
  }
}
