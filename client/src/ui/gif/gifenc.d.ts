/** The part of gifenc used here. The package has no types. */
declare module 'gifenc' {
  export type Rgb = [red: number, green: number, blue: number]

  interface Encoder {
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options?: {
        palette?: Rgb[]
        /** Milliseconds, stored in hundredths of a second. */
        delay?: number
        transparent?: boolean
        transparentIndex?: number
        /** 1: the next frame is drawn over this one. */
        dispose?: number
        /** 0: endlessly. */
        repeat?: number
      },
    ): void
    finish(): void
    bytes(): Uint8Array<ArrayBuffer>
  }

  export function GIFEncoder(): Encoder
  /** @param rgba four bytes per pixel */
  export function quantize(rgba: Uint8ClampedArray, maxColors: number): Rgb[]
  export function nearestColorIndex(palette: Rgb[], color: Rgb): number
}
