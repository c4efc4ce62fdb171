import { encode } from 'fast-png'

/** Small drawings by the names of the variables that contain them, in base64. Some are refused. */
export const PICTURES: Readonly<Record<string, string>> = {
  stripes: picture(40, (at) => at % 5 === 0),
  dots: picture(40, (at) => at % 7 === 0),
  corner: picture(40, (at) => at < 400),
  blank: picture(40, () => false),
  tiny: picture(16, (at) => at % 3 === 0),
}

/** A square picture of black pixels on white. */
function picture(side: number, isInk: (at: number) => boolean): string {
  const data = Uint8Array.from({ length: side * side }, (_, at) => (isInk(at) ? 0 : 255))
  return Buffer.from(encode({ width: side, height: side, channels: 1, data })).toString('base64')
}
