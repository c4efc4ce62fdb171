import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import type { Bug } from './planted.ts'

type InProcess = typeof import('../runner/targets/in-process-target.ts')
export type MakeTarget = InProcess['inProcessTarget']

/** Builds the in-process server with a bug. @throws if the source does not contain what the bug replaces. */
export async function mutant(root: string, bug: Bug, number: number): Promise<MakeTarget> {
  const { bundle } = await import(pathToFileURL(join(root, 'cli/build.mjs')).href)
  const outdir = join(root, '.cache/bugs')
  const name = `bug-${number}`
  const entry = join(root, 'scenarios/runner/targets/in-process-target.ts')
  const plugins = [edit(join(root, 'mock-server/src', bug.file), bug)]
  await bundle({ entries: { [name]: entry }, outdir, plugins })
  const built: InProcess = await import(pathToFileURL(join(outdir, `${name}.mjs`)).href)
  return built.inProcessTarget
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
