import { StartupError } from './startup-error.ts'

/** Why a server cannot listen, and what to do; an error of another kind is returned unchanged. */
export function listenProblem(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const problem = SENTENCES[error.code ?? '']?.(port, host)
  return problem === undefined ? error : new StartupError(problem, { cause: error })
}

const UNKNOWN = (_: number, host: string) =>
  `'${host}' is not an address or a known name. Correct --host, or use 0.0.0.0 for all addresses of this machine.`

const SENTENCES: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) =>
    `Port ${port} is in use. Stop the program that listens on it, or choose another port with --port.`,
  EACCES: (port) => `You are not allowed to listen on port ${port}. Choose one above 1023 with --port.`,
  EPERM: (port) => `You are not allowed to listen on port ${port}. Choose another one with --port.`,
  EADDRNOTAVAIL: (_, host) =>
    `This machine does not have the address ${host}. Correct --host, or use 0.0.0.0 for all its addresses.`,
  EAFNOSUPPORT: (_, host) => `This machine has no IPv6, which ${host} needs. Choose another --host.`,
  EINVAL: (_, host) => `It is not possible to listen on ${host}. Choose another --host.`,
  ENOTFOUND: UNKNOWN,
  EAI_AGAIN: UNKNOWN,
  EAI_NODATA: UNKNOWN,
  EAI_NONAME: UNKNOWN,
  EMFILE: () => 'This process has too many open files. Raise the limit with ulimit -n.',
  ENFILE: () => 'This machine has too many open files. Close some programs.',
}
