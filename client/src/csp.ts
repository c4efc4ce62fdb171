import * as z from 'zod/mini'

/*
 * Zod compiles its schemas with `new Function` where it can. The page's content security policy forbids that, and even
 * the attempt would be reported, so it is turned off before the first schema is created: import this module first.
 */
z.config({ jitless: true })
