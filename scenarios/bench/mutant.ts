import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { httpTarget } from '../runner/targets/http-target.ts'
import type { InProcessTargetOptions } from '../runner/targets/in-process-target.ts'
import type { Target } from '../runner/targets/target.ts'
import { type Bug, needsHttp } from './planted.ts'

type InProcess = typeof import('../runner/targets/in-process-target.ts')
type Served = typeof import('@inkling/mock-server/server')

/** Creates a server with the bug. */
export type MakeTarget = (options: InProcessTargetOptions) => Promise<Target>

/** Builds the server with a bug. @throws if the source does not contain once what the bug replaces. */
export async function mutant(root: string, bug: Bug, number: number): Promise<MakeTarget> {
  const { bundle } = await import(pathToFileURL(join(root, 'cli/build.mjs')).href)
  const outdir = join(root, '.cache/bugs')
  const name = `bug-${number}`
  const isServed = needsHttp(bug)
  const entry = isServed
    ? 'mock-server/src/entries/server.ts'
    : 'scenarios/runner/targets/in-process-target.ts'
  const plugins = [edit(join(root, 'mock-server/src', bug.file), bug)]
  await bundle({ entries: { [name]: join(root, entry) }, outdir, plugins })
  const built = await import(pathToFileURL(join(outdir, `${name}.mjs`)).href)
  return isServed ? served(built as Served) : async (options) => (built as InProcess).inProcessTarget(options)
}

const served =
  ({ startServer }: Served): MakeTarget =>
  async (options) => {
    const server = await startServer({ port: 0, data: null, ...options })
    if (options.clock !== undefined) server.clock.freezeAt(options.clock)
    const target = await httpTarget({
      baseUrl: server.url,
      fetch,
      adminKey: () => server.adminKey ?? undefined,
    })
    return { ...target, isShared: false, close: () => server.close() }
  }

const edit = (file: string, { title, from, to }: Bug): Plugin => ({
  name: 'edit',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path !== file) return undefined
      const source = await readFile(path, 'utf8')
      if (source.split(from).length !== 2) throw new Error(`${title}: ${file} does not contain once: ${from}`)
      return { contents: source.replace(from, () => to), loader: 'ts' }
    })
  },
})
