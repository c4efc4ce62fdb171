/** A JSON object that one process sends to the others, smaller than a payload. */
export type Item = object

/** PostgreSQL accepts less than 8,000 bytes. */
const MAX_BYTES = 7900

/**
 * Packs items into payloads of notifications, each as large as PostgreSQL accepts. No two payloads are equal, because
 * PostgreSQL delivers equal payloads of one transaction only once.
 * @param from the id of the sending process
 * @returns `tooLarge`: the items that do not fit into a payload
 */
export function payloadsOf(
  from: string,
  items: readonly Item[],
): { readonly payloads: readonly string[]; readonly tooLarge: readonly Item[] } {
  const payloads: string[] = []
  const tooLarge: Item[] = []
  let texts: string[] = []
  let bytes = 0
  const close = () => {
    if (texts.length > 0) payloads.push(`${begin(from, payloads.length)}${texts.join()}]}`)
    texts = []
    bytes = 0
  }
  const room = MAX_BYTES - Buffer.byteLength(begin(from, items.length)) - 2
  for (const item of items) {
    const text = JSON.stringify(item)
    const size = Buffer.byteLength(text) + 1
    if (size > room) {
      tooLarge.push(item)
      continue
    }
    if (bytes + size > room) close()
    texts.push(text)
    bytes += size
  }
  close()
  return { payloads, tooLarge }
}

const begin = (from: string, number: number): string => `{"from":"${from}","part":${number},"items":[`
