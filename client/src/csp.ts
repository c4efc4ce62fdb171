/*
 * Zod compiles schemas with `new Function` if possible; the content security policy blocks that, and browsers report even
 * the attempt. Zod reads its settings from here when it is loaded, so that the first screen need not load Zod for them.
 */
const page: typeof globalThis & { __zod_globalConfig?: object } = globalThis
page.__zod_globalConfig = Object.assign(page.__zod_globalConfig ?? {}, { jitless: true })
