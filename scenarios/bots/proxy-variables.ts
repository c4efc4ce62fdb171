const VARIABLES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']

/** Whether the environment names a proxy. */
export const namesProxy = (env: NodeJS.ProcessEnv = process.env): boolean =>
  VARIABLES.some((name) => env[name] !== undefined && env[name] !== '')
