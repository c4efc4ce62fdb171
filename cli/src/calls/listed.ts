/** What an admin lists, and the id after which the next page begins if there is one. */
export interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly next?: string | undefined
}

/** Without a limit, everything is listed. */
export interface PageOptions {
  readonly limit?: number
  readonly after?: string
}
