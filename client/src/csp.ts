import * as z from 'zod/mini'

/*
 * Zod compiles its schemas with `new Function` where it may. The page's content security policy forbids that, and even
 * the try would be reported, so it is told before the first schema is made: this module is imported first.
 */
z.config({ jitless: true })
