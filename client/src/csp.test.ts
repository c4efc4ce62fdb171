import { expect, it, vi } from 'vitest'

it('keeps Zod from compiling schemas, which the content security policy forbids', async () => {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, '__zod_globalConfig')
  await import('./csp.ts')
  const z = await import('zod/mini')
  expect(z.config()).toMatchObject({ jitless: true })
})
