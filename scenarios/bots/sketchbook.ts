/** A picture that a bot hands in. */
export interface Picture {
  /** What it shows: another word than the one asked for when the sketchbook does not know that one. */
  readonly shows: string
  /** Base64 PNG, 350x350, with its strokes in the `inKl` chunk. */
  readonly png: string
  readonly strokeCount: number
}

export interface Recognised {
  readonly word: string
  /** 0 to 1: how much the two pictures are alike. */
  readonly likeness: number
}

/** What bots draw from and recognise by. */
export interface Sketchbook {
  /**
   * A drawing of the text by a hand that the seed moves.
   * @param patience how much of it gets onto the paper, from above 0 to 1.
   */
  draw(text: string, seed: string, patience: number): Promise<Picture>
  /** What a base64 PNG may show, best first, told by its pixels alone. */
  recognise(png: string, most: number): Promise<readonly Recognised[]>
  /** Words of the same category, the word itself left out. */
  beside(word: string): readonly string[]
}
