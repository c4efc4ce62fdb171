/** A picture that a bot submits. */
export interface Picture {
  /** The word that it shows. It differs from the requested text if the sketchbook cannot draw that. */
  readonly shows: string
  /** Base64 PNG, 350x350, with its strokes in the `inKl` chunk. */
  readonly png: string
  readonly strokeCount: number
}

export interface Recognised {
  readonly word: string
  /** The similarity of the two pictures, 0 to 1. */
  readonly likeness: number
}

/** Draws and recognises pictures for bots. */
export interface Sketchbook {
  /**
   * Draws a text in the hand that the seed determines.
   * @param patience the share of the strokes to draw, above 0 and up to 1.
   */
  draw(text: string, seed: string, patience: number): Picture
  /** The words that a base64 PNG may show, best first, judged by its pixels only. */
  recognise(png: string, max: number): Promise<readonly Recognised[]>
  /** Other words of the same category. */
  beside(word: string): readonly string[]
}
