/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The address of usage events; without it none are sent. */
  readonly VITE_ANALYTICS_URL?: string
  /** The public key of the server that sends web push messages; without it there is no web push. */
  readonly VITE_PUSH_KEY?: string
}
