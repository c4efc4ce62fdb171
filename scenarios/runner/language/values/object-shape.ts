import type * as z from 'zod'

/** The field schemas of an object schema; empty for any other schema. */
export const shapeOf = (schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema && 'shape' in schema._zod.def ? (schema._zod.def.shape as Record<string, z.core.$ZodType>) : {}
