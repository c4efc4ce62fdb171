import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './served.ts'

const folder = join(root, 'mock-server/bench/peers')

/** The folder of the packages to compare with, which are installed when a benchmark first asks for them. */
export function installedPeers(): string {
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) {
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  }
  return folder
}
