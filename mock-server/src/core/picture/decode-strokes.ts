import * as z from 'zod/mini'
import { type Stroke, stroke } from '../contract/schemas/strokes.ts'
import { type Inflate, inflateByStream } from './zlib-streams.ts'

const strokes = z.array(stroke).check(z.maxLength(5_000))

/** Max inflated size of a stroke list. Real ones are smaller. */
const MAX_INFLATED_BYTES = 1024 * 1024

/**
 * Decodes the data of a stroke chunk; null if it is not a list of strokes.
 * @param inflate a faster implementation of the platform. The default uses web streams, which browsers and Node share.
 */
export async function decodeStrokes(
  data: Uint8Array,
  inflate: Inflate = inflateByStream,
): Promise<Stroke[] | null> {
  try {
    const json = await inflate(data, MAX_INFLATED_BYTES)
    if (!json) return null
    const parsed = strokes.safeParse(JSON.parse(new TextDecoder().decode(json)))
    return parsed.success ? parsed.data : null
  } catch {
    // The chunk is untrusted input. Invalid data only means that the drawing cannot be replayed.
    return null
  }
}
