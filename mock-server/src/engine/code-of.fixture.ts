import { ApiError } from '../core/contract/client/api-error.ts'

/** The error code of a refused call, `ok` for one that succeeds. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  )
