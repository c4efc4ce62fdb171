import { openApi } from '../../core/contract/table/openapi.ts'
import { clientInterface } from './client-types.ts'

/* The generated documents of the package. `npm run pack` bundles and imports this module. */

/** The declarations of `inkling/client`. They replace those of package/client.ts, whose types are Zod's. */
const clientDeclarations =
  (): string => `import type { CallOptions, ClientOptions } from '../core/contract/client/client-options.ts'

export { ApiError } from '../core/contract/client/api-error.ts'
export type { CallOptions, ClientOptions } from '../core/contract/client/client-options.ts'

${clientInterface()}
/**
 * The typed client of the API. Every method throws an ApiError with the server's code and message. If there is no
 * response, the error of fetch passes through.
 */
export declare function createClient(options: ClientOptions): Client
`

export const documents = () => ({ clientDeclarations: clientDeclarations(), openApi: openApi() })
