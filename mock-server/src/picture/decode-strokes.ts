import * as z from 'zod/mini'
import { type Stroke, stroke } from '../contract/schemas/strokes.ts'
import { type Inflate, inflateByStream } from './zlib-streams.ts'

const strokes = z.array(stroke).check(z.maxLength(5_000))

/** The maximum inflated size of a stroke list; larger ones are not genuine. */
const MAX_INFLATED_BYTES = 1024 * 1024

/**
 * The strokes of a chunk's data; null if the data are not a list of strokes.
 * @param inflate the platform's own function. The default uses the web streams that browsers and Node share, and is
 * slower.
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
    // The chunk is untrusted input. Invalid data mean that there is no replay, not that an error occurred.
    return null
  }
}
