import { getSystemErrorMap } from 'node:util'
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
    const sentence = `the server is up but unavailable: ${message.replace(/\.$/, '')} (${code}). Run \`inkling doctor\` to check whether it is ready or under maintenance.`
    return { sentence: runnable(sentence), code, exitCode: EXIT.runtime }
  }
  const hint =
    status === 403
      ? ' Give the key with --admin-key-file, --admin-key or INKLING_ADMIN_KEY if this needs one.'
      : ''
  const exitCode = status === 401 || status === 403 ? EXIT.unauthorised : EXIT.runtime
  return { sentence: `the server refused: ${message.replace(/\.$/, '')} (${code}).${hint}`, code, exitCode }
}

/*
 * The errors that the operating system, the network, TLS and the loader of modules can give to any command. A command
 * that knows more says so itself; this is for all others, so that they do not count as bugs.
 */

/** What to do, with the codes of the errors. */
const FIXES: Readonly<Record<string, string>> = {
  'free some space, or choose another disk': 'ENOSPC EDQUOT EFBIG EIO',
  'change its owner or permissions, or choose another place': 'EACCES EPERM EROFS',
  'correct its name, or choose another place':
    'ENOENT ENOTDIR EISDIR EEXIST ENOTEMPTY ENAMETOOLONG ELOOP EXDEV',
  'close some programs, or raise the limit with ulimit -n': 'EMFILE ENFILE ENOMEM EAGAIN',
  'stop the program that uses it, or choose another one': 'EADDRINUSE EBUSY ETXTBSY',
  'check the address and the network':
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL UND_ERR_CONNECT_TIMEOUT UND_ERR_SOCKET',
  'install again on this machine, with optional dependencies: npm install':
    'ERR_DLOPEN_FAILED MODULE_NOT_FOUND ERR_MODULE_NOT_FOUND',
}

/** The same codes of a watch are limits of the kernel. */
const LIMITS_OF_WATCHES: Readonly<Record<string, readonly [what: string, fix: string]>> = {
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
  const connection = connectionProblem(error)
  if (connection) return problemOf(connection.reason, undefined, connection.fix, error)
  const [what, fix] = knownProblem(error) ?? []
  if (what !== undefined && fix !== undefined) {
    const { code, path, address, hostname, port } = error as SystemError
    const host = hostname ?? address
    const place = path ?? (host === undefined ? undefined : `${host}${port === undefined ? '' : `:${port}`}`)
    return problemOf(place === undefined ? what : `${place}: ${what}`, code, fix, error)
  }
  return systemProblem(error.cause)
}

/** What is wrong, in the words of the system or of the error, and what to do. */
function knownProblem({ code = '', syscall, message }: SystemError): readonly [string, string] | null {
  if (syscall === 'watch' && Object.hasOwn(LIMITS_OF_WATCHES, code)) return LIMITS_OF_WATCHES[code] ?? null
  const [fix] = Object.entries(FIXES).find(([, codes]) => codes.split(' ').includes(code)) ?? []
  const what = new Map(getSystemErrorMap().values()).get(code) ?? message.split('\n', 1)[0] ?? ''
  return fix === undefined ? null : [what, fix]
}

interface SystemError extends NodeJS.ErrnoException {
  readonly address?: string
  readonly hostname?: string
  readonly port?: number
}

const problemOf = (what: string, code: string | undefined, fix: string, cause: unknown): CliError =>
  new CliError(EXIT.runtime, `${what}${code === undefined ? '' : ` (${code})`}: ${fix}.`, { cause })
