import { toBase64 } from '@inkling/mock-server/contract/base64'
import { CANVAS, DRAWING } from '@inkling/mock-server/contract/constants'
import type { Stroke } from '@inkling/mock-server/contract/schemas/strokes'
import { embedStrokes, encodeStrokes } from '@inkling/mock-server/picture/stroke-chunk'
import type { Drawing } from './drawing.ts'
import { encodePng } from './png.ts'
import { simplify } from './simplify.ts'

/** Tried one after the other until the strokes fit; beyond the last one a replay would show another drawing. */
const TOLERANCES = [0.15, 0.4, 1, 2.5]

/** A drawing as submitted. */
export interface ExportedDrawing {
  /** 350 x 350 PNG as base64, its strokes inside, without data prefix. */
  readonly drawing: string
  /** The number of pen strokes, fills and eraser strokes in the picture. */
  readonly strokeCount: number
}

/** Exports the drawing as it is now. Later strokes are not included. */
export async function exportDrawing(drawing: Drawing): Promise<ExportedDrawing> {
  const strokes = drawing.strokes
  const png = await encodePng(drawing.picture.base.slice(), CANVAS.size)
  return {
    drawing: toBase64(await embedStrokes(png, await fitting(strokes))),
    strokeCount: strokes.length,
  }
}

/** The picture alone, as a data URL. */
export async function drawingDataUrl(drawing: Drawing): Promise<string> {
  return `data:image/png;base64,${toBase64(await encodePng(drawing.picture.base.slice(), CANVAS.size))}`
}

/** The strokes, with as few points as needed to fit the PNG's stroke chunk. */
export async function fitting(strokes: readonly Stroke[]): Promise<readonly Stroke[]> {
  let list = strokes
  for (const tolerance of TOLERANCES) {
    if ((await encodeStrokes(list)).length <= DRAWING.strokeChunkMaxBytes) return list
    list = strokes.map((stroke) => simplify(stroke, tolerance))
  }
  return list
}
