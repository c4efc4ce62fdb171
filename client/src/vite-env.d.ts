/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The URL that receives usage events. Without it, none are sent. */
  readonly VITE_ANALYTICS_URL?: string
  /** The public VAPID key of the push service. Without it, there is no web push. */
  readonly VITE_PUSH_KEY?: string
}
