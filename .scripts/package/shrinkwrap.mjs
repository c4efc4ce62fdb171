/**
 * The `npm-shrinkwrap.json` of a package: the versions and hashes of its dependencies, and of theirs, from the lock file.
 * @param {object} packageJson
 * @param {Record<string, object>} locked `packages` of package-lock.json
 * @throws {Error} for a dependency that is not in the lock file
 */
export function shrinkwrap(packageJson, locked) {
  const { name, version } = packageJson
  const packages = { '': packageJson }
  add('', packageJson)
  return { name, version, lockfileVersion: 3, requires: true, packages }

  function add(parent, { dependencies = {}, optionalDependencies = {} }) {
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${parent}/node_modules/${each}`
      const path = Object.hasOwn(locked, nested) ? nested : `node_modules/${each}`
      if (packages[path]) continue
      if (!locked[path]) throw new Error(`package-lock.json lacks ${each}: run \`npm install\`.`)
      const { dev: _dev, devOptional: _devOptional, ...entry } = locked[path]
      packages[path] = entry
      add(path, entry)
    }
  }
}
