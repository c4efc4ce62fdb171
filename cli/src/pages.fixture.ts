import { type Dirent, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const isOwn = ({ name }: Dirent) => !name.startsWith('.') && name !== 'node_modules' && name !== 'dist'

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(isOwn)
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return pagesIn(path)
      return entry.name.endsWith('.md') ? [relative(root, path)] : []
    })
}

/** The Markdown files of the repository, by their paths. */
export const pages: readonly string[] = pagesIn(root)
