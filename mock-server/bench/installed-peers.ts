import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './served.ts'

const folder = join(root, 'mock-server/bench/peers')

/** Installs the packages to compare with if they are missing. @returns their folder. */
export function installedPeers(): string {
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  }
  return folder
}
