import { openApi } from '../../contract/openapi.ts'
import { clientInterface } from './client-types.ts'

/* The generated documents of the package. `npm run pack` bundles and imports this module. */

/** The declarations that replace those of contract/client.ts in the package. */
const clientDeclarations =
  (): string => `import type { CallOptions, ClientOptions } from './client-options.js'

${clientInterface()}
/**
 * The typed client of the API. Every method throws an ApiError with the server's code and message. If there is no
 * response, the error of fetch passes through.
 */
export declare function createClient(options: ClientOptions): Client
`

export const documents = () => ({ clientDeclarations: clientDeclarations(), openApi: openApi() })
