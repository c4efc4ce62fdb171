import { toBase64 } from '@inkling/mock-server/contract/base64'
import { CANVAS, DRAWING } from '@inkling/mock-server/contract/constants'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { encodeStrokes } from '@inkling/mock-server/picture/stroke-chunk'
import { pngRows, writePng } from '@inkling/mock-server/picture/write-png'
import { deflateByStream } from '@inkling/mock-server/picture/zlib-streams'
import type { Drawing } from './drawing.ts'
import { simplify } from './simplify.ts'

/**
 * Tolerances in canvas pixels, tried in order until the strokes fit. With a larger one, a replay would differ visibly
 * from the drawing.
 */
const TOLERANCES = [0.15, 0.4, 1, 2.5]

/** A drawing as submitted. */
export interface ExportedDrawing {
  /** 350 x 350 PNG with its strokes, in base64 without data prefix. */
  readonly drawing: string
  /** The number of pen strokes, fills and eraser strokes in the picture. */
  readonly strokeCount: number
}

/** Exports the current drawing. */
export async function exportDrawing(drawing: Drawing): Promise<ExportedDrawing> {
  const strokes = drawing.strokes
  const rows = pngRows(drawing.picture.base, CANVAS.size)
  const png = writePng(CANVAS.size, await deflateByStream(rows), await strokeData(strokes))
  return {
    drawing: toBase64(png),
    strokeCount: strokes.length,
  }
}

/** The picture without strokes, as a data URL. */
export async function drawingDataUrl(drawing: Drawing): Promise<string> {
  const rows = pngRows(drawing.picture.base, CANVAS.size)
  return `data:image/png;base64,${toBase64(writePng(CANVAS.size, await deflateByStream(rows)))}`
}

/**
 * The data of the stroke chunk, simplified until it fits; null if even the simplest strokes do not fit. Such a drawing
 * is valid but cannot be replayed.
 */
async function strokeData(strokes: readonly Stroke[]): Promise<Uint8Array | null> {
  for (const tolerance of [null, ...TOLERANCES]) {
    const list = tolerance === null ? strokes : strokes.map((stroke) => simplify(stroke, tolerance))
    const data = await encodeStrokes(list)
    if (data.length <= DRAWING.strokeChunkMaxBytes) return data
  }
  return null
}
