import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const loader = new URL('../bin/compiled.mjs', import.meta.url).href

describe('requireCompiled', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inkling-compiled-'))
    await writeFile(
      join(folder, 'sum.cjs'),
      "const { sep } = require('node:path'); exports.sum = (a, b) => a + b + sep; exports.here = __filename",
    )
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** What the file exports, asked in a process of its own. */
  async function load(): Promise<{ sum: string; here: string }> {
    const address = pathToFileURL(join(folder, 'sum.cjs')).href
    const script = `import { requireCompiled } from ${JSON.stringify(loader)}
const { sum, here } = requireCompiled(new URL(${JSON.stringify(address)}))
console.log(JSON.stringify({ sum: sum(1, 2), here }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    return JSON.parse(stdout)
  }
  const kept = async () => {
    const [name] = (await readdir(folder)).filter((each) => each.includes(process.version))
    return name === undefined ? null : join(folder, name)
  }

  it('loads a file, and keeps its compiled code for the next process', async () => {
    const expected = { sum: '3/', here: join(folder, 'sum.cjs') }
    expect(await load()).toEqual(expected)
    const first = await kept()
    expect(first).not.toBeNull()
    const code = await readFile(first ?? '')
    expect(await load()).toEqual(expected)
    expect(await readFile(first ?? '')).toEqual(code)
    expect(await readdir(folder)).toHaveLength(2)
  })

  it('compiles anew what was kept under another version of V8, or is no such code', async () => {
    await load()
    const path = (await kept()) ?? ''
    const code = await readFile(path)
    for (const damaged of [Buffer.from('no code'), Buffer.alloc(0), Buffer.alloc(code.length, 7)]) {
      await writeFile(path, damaged)
      expect((await load()).sum).toBe('3/')
      expect((await readFile(path)).length).toBeGreaterThan(100)
      expect(await readFile(path)).not.toEqual(damaged)
    }
  })
})
