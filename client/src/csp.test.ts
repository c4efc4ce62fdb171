import { expect, it, vi } from 'vitest'

it('keeps Zod from compiling schemas, which the content security policy forbids', async () => {
  vi.resetModules()
  const z = await import('zod/mini')
  Reflect.deleteProperty(z.config(), 'jitless')
  await import('./csp.ts')
  expect(z.config()).toMatchObject({ jitless: true })
})
