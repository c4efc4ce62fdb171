/* `inkling/client`: the typed client of the API. */

export { ApiError } from '../contract/api-error.ts'
export { type Client, createClient } from '../contract/client.ts'
export type { CallOptions, ClientOptions } from '../contract/client-options.ts'
