import * as z from 'zod/mini'
import { type Stroke, stroke } from './schemas/strokes.ts'
import { type Inflate, inflateByStream } from './zlib-streams.ts'

const strokes = z.array(stroke).check(z.maxLength(5_000))

/** No honest stroke list inflates to more than this. */
const MAX_INFLATED_BYTES = 1024 * 1024

/**
 * The strokes of a chunk's data; null when the data are not a list of strokes.
 * @param inflate the platform's own; without it, the streams that browsers and Node have in common, which are slower.
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
    // Whatever stands in the chunk was written by a stranger: what is no stroke list is no replay, and no fault.
    return null
  }
}
