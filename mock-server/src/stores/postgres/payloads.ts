/** What one process sends to the others: an object that JSON can hold, smaller than a payload. */
export type Item = object

/** PostgreSQL takes less than 8,000 bytes. */
const MAX_BYTES = 7900

/**
 * Items as the payloads of notifications, each as large as PostgreSQL takes it. No two payloads are equal: of equal ones
 * in one transaction PostgreSQL delivers one.
 * @param from the process that sends them
 * @returns `tooLarge` the items that fit in no payload
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
