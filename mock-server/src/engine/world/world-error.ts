/** A world cannot be read. The message says where and why. */
export class WorldError extends Error {
  override name = 'WorldError'

  /** @param at the line or the document, such as `line 7` or `users.3` */
  constructor(at: string, path: string, problem: string) {
    const place = path === '' ? at : at.startsWith('line ') ? `${at}, ${path}` : `${at}.${path}`
    super(`This world cannot be restored: ${place}: ${problem}`)
  }
}
