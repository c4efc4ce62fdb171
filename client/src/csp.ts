import * as z from 'zod/mini'

/*
 * Import this module before any schema is created. Zod compiles schemas with `new Function` if possible; the content
 * security policy blocks that, and browsers report even the attempt.
 */
z.config({ jitless: true })
