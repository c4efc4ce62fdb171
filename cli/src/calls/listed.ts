/** What an admin lists, and the id after which the next page begins if there is one. */
export interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly next?: string | undefined
}

/** Without a limit, everything is listed, in several calls. */
export interface PageOptions {
  readonly limit?: number
  readonly after?: string
}

/** A call at the declared capacity answers in time with this many. */
const PAGE = 1000

/** Reads one page, or all of them without a limit. */
export async function readPages<O extends PageOptions>(
  read: (options: O) => Promise<Listed>,
  options: O,
): Promise<Listed> {
  if (options.limit !== undefined) return read(options)
  const items: Listed['items'][number][] = []
  let { after } = options
  do {
    const page = await read({ ...options, limit: PAGE, ...(after !== undefined && { after }) })
    items.push(...page.items)
    after = page.next
  } while (after !== undefined)
  return { items }
}
