import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages }: { packages: Readonly<Record<string, Package>> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)

test('the lock file has the optional binaries of every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  )
  // npm installs only what is in the lock file. If the registry has no such package, add its entry by hand.
  expect(missing).toEqual([])
})

test('the lock file names no registry', () => {
  const addresses = Object.values(packages).flatMap(({ resolved = '' }) =>
    resolved.includes('://') ? resolved : [],
  )
  expect(addresses).toEqual([])
})

test('the lock file has the hash of every package', () => {
  const without = Object.entries(packages).flatMap(([path, { integrity, link }]) =>
    path.includes('node_modules/') && !link && !integrity ? path : [],
  )
  // `npm view NAME@VERSION dist.integrity` prints it.
  expect(without).toEqual([])
})
