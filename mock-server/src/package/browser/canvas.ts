/* Replaces `@napi-rs/canvas` in browsers, with the parts that the rasteriser of the fixtures uses. */

class Canvas extends OffscreenCanvas {
  constructor(width: number, height: number) {
    super(width, height)
    // The options of the first call apply to all later ones. Every picture is read back.
    this.getContext('2d', { willReadFrequently: true })
  }

  data(): Uint8Array {
    const context = this.getContext('2d')
    if (!context) throw new Error('This browser does not support a 2D context on an OffscreenCanvas.')
    return new Uint8Array(context.getImageData(0, 0, this.width, this.height).data.buffer)
  }
}

export const createCanvas = (width: number, height: number): Canvas => new Canvas(width, height)
