/* Stands for `@napi-rs/canvas` in browsers: as much of it as the painter of the fixtures needs. */

class Canvas extends OffscreenCanvas {
  constructor(width: number, height: number) {
    super(width, height)
    // The first call decides for all later ones: every picture is read back.
    this.getContext('2d', { willReadFrequently: true })
  }

  data(): Uint8Array {
    const context = this.getContext('2d')
    if (!context) throw new Error('This browser has no 2D canvas off the screen.')
    return new Uint8Array(context.getImageData(0, 0, this.width, this.height).data.buffer)
  }
}

export const createCanvas = (width: number, height: number): Canvas => new Canvas(width, height)
