import * as z from 'zod/mini'
import { CANVAS } from '../constants.ts'

const coordinate = z.number().check(z.gte(-CANVAS.size), z.lte(2 * CANVAS.size))

/**
 * One stroke of a drawing, in canvas pixels (0 to 350): a pen or eraser line through `points` [x, y, pressure?], or a
 * fill that starts at its only point. Clients send strokes in a private `inKl` chunk of the PNG (picture/stroke-chunk.ts).
 */
export const stroke = z.object({
  tool: z.enum(['pen', 'eraser', 'fill']),
  color: z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/)),
  /** Line width in pixels. */
  size: z.number().check(z.gte(1), z.lte(2 * CANVAS.brush.max)),
  points: z
    .array(z.array(coordinate).check(z.minLength(2), z.maxLength(3)))
    .check(z.minLength(1), z.maxLength(10_000)),
})
export type Stroke = z.infer<typeof stroke>
