/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Where usage events go; nowhere when unset. */
  readonly VITE_ANALYTICS_URL?: string
}
