import { existsSync } from 'node:fs'
import { which } from './browsers/debian.mjs'

/* The proxies of mock-server/deploy and PgBouncer, for their tests. */

const NAMES = { caddy: 'Caddy', nginx: 'nginx', haproxy: 'HAProxy', pgbouncer: 'PgBouncer' }

/** Where systemd runs, Debian's packages start each proxy as a service of the machine, so they are not installed there. */
const startsServices = () => existsSync('/run/systemd/system')

const missing = () => Object.entries(NAMES).filter(([command]) => which(command) === undefined)

/** The names and Debian packages of the proxies that are missing and can be installed without starting them. */
export const missingProxies = () =>
  startsServices() ? [] : missing().map(([command, name]) => ({ name, packages: [command] }))

/** A sentence for each proxy that is missing. */
export const untestedProxies = () =>
  missing().map(
    ([command, name]) =>
      `NOT RUN: ${name}. This machine has no ${name} for the tests: install Debian's ${command}, and stop its service.`,
  )
