/**
 * A page of the documents that were read, which are one more than the page has if there is another one.
 * @param limit all of them without it
 * @returns also the id after which the next page begins; null on the last
 */
export function pageOf<D extends { readonly id: string }>(
  documents: readonly D[],
  limit?: number,
): { page: D[]; next: string | null } {
  const page = documents.slice(0, limit)
  return { page, next: page.length < documents.length ? (page.at(-1)?.id ?? null) : null }
}
