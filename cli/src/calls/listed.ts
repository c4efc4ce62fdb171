import { CliError, EXIT } from '../cli-error.ts'

/** What an admin lists, and the id after which the next page begins if there is one. */
export interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly next?: string | null | undefined
}

/** Without a limit, everything is listed, in several calls. */
export interface PageOptions {
  readonly limit?: number
  readonly after?: string
}

/** A call at the declared capacity answers in time with this many. */
const PAGE = 1000

/**
 * Reads one page, or all of them without a limit.
 * @throws {CliError} if the pages of the server do not end
 */
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
    const next = page.next ?? undefined
    // Ids are in order, so a page that does not lead further would be read for ever.
    if (next !== undefined && after !== undefined && next <= after)
      throw new CliError(EXIT.runtime, `the server's list goes back from ${after} to ${next}: it is broken.`)
    after = next
  } while (after !== undefined)
  return { items }
}
