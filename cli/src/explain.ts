import { ApiError, NETWORK_ERROR, UNKNOWN_ERROR } from '@inkling/mock-server/contract/client/api-error'
import { isStartupError } from '@inkling/mock-server/machine'
import { REPLY_TOO_LARGE } from '@inkling/scenarios/bots/bounded-reply'
import { connectionProblem } from '@inkling/scenarios/bots/connection-problem'
import type { Problem, ScenarioFileError } from '@inkling/scenarios/runner/language/files/source'
import { DryRun } from './calls/access.ts'
import { CliError, EXIT, type ExitCode, isCliError, nameOfExit } from './cli-error.ts'
import { runnable } from './command-line/invocation.ts'

export interface Explanation {
  /** Null if nothing is printed. */
  readonly sentence: string | null
  /** The server's error code, or the name of the exit code. */
  readonly code: string
  readonly exitCode: ExitCode
  /** The problems of files that are not valid, each with its place. */
  readonly problems?: readonly Problem[]
}

/** The description and exit code for any error that ended a command. */
export function explain(error: unknown): Explanation {
  if (error instanceof DryRun) return because(null, EXIT.ok)
  if (isCliError(error)) {
    const { message, exitCode, problems } = error as CliError & { readonly problems?: readonly Problem[] }
    return { ...because(message, exitCode), ...(problems && { problems }) }
  }
  // By name: each bundle has its own copy of the class.
  if (error instanceof Error && error.name === 'ScenarioFileError')
    return { ...because(error.message, EXIT.unreadable), problems: (error as ScenarioFileError).problems }
  if (error instanceof Error && error.name === 'BotError') return because(error.message, EXIT.runtime)
  if (isStartupError(error)) return because(error.message, error.isUsage ? EXIT.usage : EXIT.runtime)
  if (error instanceof ApiError) return explainRefusal(error)
  const problem = systemProblem(error)
  if (problem) return because(problem.message, problem.exitCode)
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return because(`this is a bug in inkling: ${fault}`, EXIT.runtime)
}

function because(sentence: string | null, exitCode: ExitCode): Explanation {
  return { sentence: sentence && runnable(sentence), code: nameOfExit(exitCode).toUpperCase(), exitCode }
}

/** Statuses of a proxy that has no upstream, or whose upstream did not respond. */
const PROXY_STATUSES = new Set([502, 503, 504])

function explainRefusal({ code, message, status }: ApiError): Explanation {
  if (code === NETWORK_ERROR || code === UNKNOWN_ERROR) {
    const strange = `the target answered with status ${status} and a body that is not from this API`
    const sentence = PROXY_STATUSES.has(status)
      ? `${strange}: if it is a proxy, check that a server behind it is ready; otherwise correct --target.`
      : `${strange}: is --target an Inkling server?`
    return { sentence, code, exitCode: EXIT.runtime }
  }
  if (code === REPLY_TOO_LARGE) {
    const sentence = `${message.replace('The reply', 'a reply of the target')}: is --target an Inkling server?`
    return { sentence, code, exitCode: EXIT.runtime }
  }
  if (status === 503) {
    const sentence = `the server is up but unavailable: ${message.replace(/\.$/, '')} (${code}). Run \`inkling doctor\` to check whether it is ready.`
    return { sentence: runnable(sentence), code, exitCode: EXIT.runtime }
  }
  const hint = status === 403 ? ' Give the key with --admin-key or INKLING_ADMIN_KEY if this needs one.' : ''
  const exitCode = status === 401 || status === 403 ? EXIT.unauthorised : EXIT.runtime
  return { sentence: `the server refused: ${message.replace(/\.$/, '')} (${code}).${hint}`, code, exitCode }
}

/*
 * The errors that the operating system, the network, TLS and the loader of modules can give to any command. A command
 * that knows more says so itself; this table is for all others, so that they do not count as bugs.
 */

const SPACE = 'free some space, or choose another disk'
const RIGHTS = 'change its owner or permissions, or choose another place'
const NETWORK = 'check the address and the network'

/** What is wrong, and what to do, by the code of the error. */
const PROBLEMS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  ENOSPC: ['the disk is full', SPACE],
  EDQUOT: ['the quota of the disk is used up', SPACE],
  EFBIG: [
    'the file would be larger than the limit',
    'raise the limit with ulimit -f, or choose another disk',
  ],
  EROFS: ['the file system is read-only', 'choose another place'],
  EACCES: ['permission is denied', RIGHTS],
  EPERM: ['permission is denied', RIGHTS],
  ENOENT: ['it does not exist', 'correct its name, or create it'],
  ENOTDIR: ['a part of its path is not a folder', 'correct the path'],
  EISDIR: ['it is a folder', 'name a file'],
  EEXIST: ['it already exists', 'remove it, or choose another name'],
  ENOTEMPTY: ['the folder is not empty', 'choose another one'],
  ENAMETOOLONG: ['its name is too long', 'choose a shorter one'],
  ELOOP: ['its links lead in a circle', 'correct the links'],
  EXDEV: ['it is on another disk', 'choose a place on the same disk'],
  EBUSY: ['another program uses it', 'close that program'],
  ETXTBSY: ['another program runs it', 'close that program'],
  EIO: ['the disk reports a fault', 'check the disk'],
  EMFILE: ['this process has too many open files', 'raise the limit with ulimit -n'],
  ENFILE: ['this machine has too many open files', 'close some programs'],
  ENOMEM: ['there is not enough memory', 'close some programs'],
  EAGAIN: ['the machine has too few resources left', 'close some programs, and try again'],
  ECONNREFUSED: ['nothing listens there', NETWORK],
  ECONNRESET: ['the connection was closed', 'check that server'],
  ECONNABORTED: ['the connection was closed', 'check that server'],
  EPIPE: ['the connection was closed', 'check that server'],
  ETIMEDOUT: ['it does not answer', NETWORK],
  EHOSTUNREACH: ['it cannot be reached', NETWORK],
  EHOSTDOWN: ['it cannot be reached', NETWORK],
  ENETUNREACH: ['it cannot be reached', NETWORK],
  ENETDOWN: ['the network is down', NETWORK],
  EADDRINUSE: ['the port is in use', 'stop the program that uses it, or choose another port'],
  EADDRNOTAVAIL: ['this machine does not have the address', 'choose another address'],
  UND_ERR_CONNECT_TIMEOUT: ['it does not answer', NETWORK],
  UND_ERR_SOCKET: ['the connection was closed', 'check that server'],
  ERR_DLOPEN_FAILED: ['a native module cannot be loaded', 'install again on this machine: npm install'],
  MODULE_NOT_FOUND: ['a module is missing', 'install again, with optional dependencies: npm install'],
  ERR_MODULE_NOT_FOUND: ['a module is missing', 'install again, with optional dependencies: npm install'],
}

/** The same codes of a watch are limits of the kernel. */
const PROBLEMS_OF_WATCHES: typeof PROBLEMS = {
  ENOSPC: [
    'this user watches too many files',
    'close programs that watch files, or raise the limit with sysctl fs.inotify.max_user_watches=524288',
  ],
  EMFILE: [
    'too many programs of this user watch files',
    'close some, or raise the limit with sysctl fs.inotify.max_user_instances=1024',
  ],
}

/** The error of the system in an error or its causes, as a sentence: what, where, what to do. Null for a bug. */
function systemProblem(error: unknown): CliError | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, path, address, hostname, port } = error as SystemError
  const problems = syscall === 'watch' ? { ...PROBLEMS, ...PROBLEMS_OF_WATCHES } : PROBLEMS
  const known = typeof code === 'string' && Object.hasOwn(problems, code) ? problems[code] : undefined
  if (known) {
    const host = hostname ?? address
    const place = path ?? (host === undefined ? undefined : `${host}${port === undefined ? '' : `:${port}`}`)
    const module = /[Cc]annot find (?:native )?(?:module|package|addon|binding)[^'"]*['"]([^'"]+)/.exec(
      error.message,
    )?.[1]
    const where = place ?? module
    return problemOf(where === undefined ? known[0] : `${where}: ${known[0]}`, code, known[1], error)
  }
  const connection = connectionProblem(error)
  if (connection) return problemOf(connection.reason, undefined, connection.fix, error)
  return systemProblem(error.cause)
}

interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

const problemOf = (what: string, code: string | undefined, fix: string, cause: unknown): CliError =>
  new CliError(EXIT.runtime, `${what}${code === undefined ? '' : ` (${code})`}: ${fix}.`, { cause })
