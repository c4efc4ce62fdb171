import * as z from 'zod'

type Value = z.core.util.JSONType

/** Any value that a file can contain. */
export const value: z.ZodType<Value> = z
  .lazy(() =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), z.record(z.string(), value)]),
  )
  .meta({ id: 'value', description: `any value; $\{name} inserts a variable` })
