/** A player was sent what nobody may be sent. No step expects it, and no retry helps. */
export class Leak extends Error {
  override name = 'Leak'
}
