import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { VERSION } from '@inkling/mock-server/contract/constants'
import { dailySample } from '@inkling/mock-server/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'

/* The package: built from the checkout, installed in an empty folder outside of it, and used there. What takes long, such as browsers, takes turns by day; `npm run test:nodes` runs all. */

vi.setConfig({ testTimeout: 600_000 })

interface Check {
  readonly title: string
  readonly run: () => Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
interface Options {
  tarball: string
  folder: string
  sample: (cases: string[]) => readonly string[]
}
const { packageChecks }: { packageChecks: (options: Options) => Check[] } = await import(
  new URL('../../.scripts/package/package-checks.mjs', import.meta.url).href
)

const tarball = `inkling-${VERSION}.tgz`
const folder = await mkdtemp(join(tmpdir(), 'inkling-package-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the package', () => {
  test('is one file', async () => {
    await promisify(execFile)(process.execPath, [join(root, '.scripts/pack.mjs'), '--out', folder])
    expect(await readdir(folder)).toEqual([tarball])
  })

  for (const { title, run } of packageChecks({
    tarball: join(folder, tarball),
    folder: join(folder, 'machine'),
    sample: (cases) => dailySample(cases, cases.length),
  })) {
    test(title, run)
  }
})
