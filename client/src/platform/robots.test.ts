import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('crawlers may read every page: otherwise links have no preview on X, and search engines see no noindex', () => {
  const text = readFileSync(join(import.meta.dirname, '../../public/robots.txt'), 'ascii')
  expect(text).toContain('User-agent: *')
  expect(text).not.toMatch(/^Disallow: *[^\s]/m)
})
