/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The URL that receives usage events. Without it, none are sent. */
  readonly VITE_ANALYTICS_URL?: string
  /** The public VAPID key of a server that does not tell it. Without a key, there is no web push. */
  readonly VITE_PUSH_KEY?: string
}
