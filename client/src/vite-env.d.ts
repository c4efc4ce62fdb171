/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where usage events go; nowhere when unset. */
  readonly VITE_ANALYTICS_URL?: string
  /** Public key of the server that sends web push messages; no web push when unset. */
  readonly VITE_PUSH_KEY?: string
}
