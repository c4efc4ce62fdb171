/** Environment variables with this prefix are meant for scenarios. */
const PREFIX = 'INKLING_VAR_'

/**
 * The environment variables that scenario files may read. A file of others must not read every secret of a machine.
 * @param names given by the user.
 * @returns those variables, and `INKLING_VAR_NAME` also as `NAME`.
 */
export function readableEnv(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[] = [],
): Readonly<Record<string, string | undefined>> {
  const declared = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [[name, value] as const, [name.slice(PREFIX.length), value] as const] : [],
  )
  return { ...Object.fromEntries(declared), ...Object.fromEntries(names.map((name) => [name, env[name]])) }
}
