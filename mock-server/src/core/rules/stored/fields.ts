import * as z from 'zod/mini'
import { printable } from '../../contract/schemas/primitives.ts'

/* The documents of a store, each written once: its schema reads it from outside, and its type is inferred. */

/** The type of a stored document. Documents are immutable: a change is a new document. */
export type Stored<Schema extends z.ZodMiniType> = Immutable<z.infer<Schema>>

type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T

/** Text as in the API. PostgreSQL cannot store some other texts. */
export const text = z.string().check(printable)

export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex'))
