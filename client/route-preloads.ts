import type { Plugin, Rolldown } from 'vite'

/** The screens that links of the game open for newcomers. The server knows them by these names. */
const SCREENS = {
  publicResults: '/src/features/results/public-results-screen.tsx',
  onboarding: '/src/features/onboarding/onboarding-screen.tsx',
}

/**
 * Writes `preloads.json`: the files that each screen needs besides those of the page. The server adds them to the page
 * as preloads, so that the browser does not learn of them only from the first script.
 */
export function routePreloads(): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const ofPage = filesOf(
        chunks.filter(({ isEntry }) => isEntry),
        chunks,
      )
      const preloads = Object.entries(SCREENS).map(([name, module]) => {
        const screen = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
        if (!screen)
          return this.error(`${module} has no chunk of its own: correct SCREENS in route-preloads.ts.`)
        return [name, [...filesOf([screen], chunks)].filter((file) => !ofPage.has(file))] as const
      })
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(Object.fromEntries(preloads)),
      })
    },
  }
}

/** The files of the chunks and of those that they import statically, with their styles. */
function filesOf(
  entries: readonly Rolldown.OutputChunk[],
  chunks: readonly Rolldown.OutputChunk[],
): Set<string> {
  const files = new Set<string>()
  const queue = [...entries]
  for (let chunk = queue.pop(); chunk !== undefined; chunk = queue.pop()) {
    if (files.has(chunk.fileName)) continue
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    const { imports } = chunk
    queue.push(...chunks.filter(({ fileName }) => imports.includes(fileName)))
  }
  return files
}
