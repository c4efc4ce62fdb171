import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../platform/free-port.fixture.ts'

/* The proxies of mock-server/deploy, with the addresses of a test in their configurations. */

export interface ReverseProxy {
  readonly port: number
  /** What the proxy has logged so far. */
  log(): string
  stop(): Promise<void>
}

export const PROXY_NAMES = ['caddy', 'nginx', 'haproxy'] as const
export type ProxyName = (typeof PROXY_NAMES)[number]

const VERSION: Record<ProxyName, string> = { caddy: 'version', nginx: '-v', haproxy: '-v' }

export const installedProxies = (): ProxyName[] => PROXY_NAMES.filter(isInstalled)

function isInstalled(name: ProxyName): boolean {
  try {
    execFileSync(name, [VERSION[name]], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

interface ProxyPlace {
  /** For the proxy's files; it must exist and is removed by the caller. */
  readonly folder: string
  /** Ports of the servers on this machine. */
  readonly servers: readonly number[]
}

/** Starts a proxy on a free port of this machine, without TLS, and waits until it listens. */
export async function startProxy(name: ProxyName, { folder, servers }: ProxyPlace): Promise<ReverseProxy> {
  const port = await freePort()
  const { args, file, text, env = {} } = PROXIES[name]({ port, folder, servers })
  await writeFile(join(folder, file), text)
  const child = spawn(name, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part) => {
      said += part
    })
  const ended = once(child, 'exit')
  await untilListening(child, port, () => said)
  return {
    port,
    log: () => said + logIn(folder),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface Started {
  readonly file: string
  readonly text: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

type Starter = (place: { port: number; folder: string; servers: readonly number[] }) => Started

const PROXIES: Record<ProxyName, Starter> = {
  caddy: ({ port, servers }) => ({
    file: 'Caddyfile',
    // Several run on one machine.
    text: configuration('Caddyfile', [['\n{\n', '\n{\n\tadmin off\n']]),
    args: ['run', '--adapter', 'caddyfile', '--config', 'Caddyfile'],
    env: {
      SITE: `http://127.0.0.1:${port}, http://inkling.example:${port}`,
      UPSTREAM: servers.map((each) => `127.0.0.1:${each}`).join(' '),
    },
  }),
  nginx: ({ port, folder, servers }) => {
    const site = configuration('nginx.conf', [
      ['listen 80;', `listen unix:${folder}/redirect.sock;`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
      [/ {2}ssl_certificate\S* .*\n/g, ''],
      [/\/var\/log\/nginx/g, folder],
      [/ {2}server 127.*\n/g, ''],
      ['upstream inkling {\n', `upstream inkling {\n${serverLines('nginx.conf', servers)}`],
      // The public site has TLS.
      ['$scheme;', 'https;'],
    ])
    return {
      file: 'nginx.conf',
      // One process: a worker would outlive a master that is killed.
      text: `daemon off; master_process off; pid ${folder}/nginx.pid;
       events {}
       http {
         client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
         uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
         ${site}
       }`,
      args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'inkling-error.log')],
    }
  },
  haproxy: ({ port, servers }) => ({
    file: 'haproxy.cfg',
    text: configuration('haproxy.cfg', [
      ['log /dev/log local0', 'log stdout format raw local0'],
      ['  bind :80\n', ''],
      [/bind :443 .*/g, `bind 127.0.0.1:${port}`],
      [/ {2}http-request redirect .*\n/g, ''],
      [/ {2}server \w+ 127.*\n/g, ''],
    ]).concat(serverLines('haproxy.cfg', servers)),
    args: ['-db', '-f', 'haproxy.cfg'],
  }),
}

const shipped = (file: string) => readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8')

/** A shipped configuration with parts replaced, each of which must be there. */
function configuration(
  file: string,
  parts: readonly (readonly [from: string | RegExp, to: string])[],
): string {
  return parts.reduce((text, [from, to]) => {
    const changed = text.replace(from, () => to)
    if (changed === text) throw new Error(`mock-server/deploy/${file} has no ${from}`)
    return changed
  }, shipped(file))
}

/** The first line of a server in a shipped configuration, for other servers. */
function serverLines(file: string, servers: readonly number[]): string {
  const [, before = '', after = ''] = /^( +server (?:\w+ )?)127.0.0.1:4001(.*\n)/m.exec(shipped(file)) ?? []
  if (before === '') throw new Error(`mock-server/deploy/${file} names no server`)
  return servers.map((port, at) => `${before.replace('one', `s${at}`)}127.0.0.1:${port}${after}`).join('')
}

function logIn(folder: string): string {
  return ['inkling.log', 'inkling-error.log']
    .map((name) => {
      try {
        return readFileSync(join(folder, name), 'utf8')
      } catch {
        return ''
      }
    })
    .join('')
}

const START_MS = 60_000

async function untilListening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  const end = Date.now() + START_MS
  while (!(await listens(port))) {
    if (child.exitCode !== null || Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`The proxy does not listen:\n${said()}`)
    }
    await pause(50)
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false))
    probe.once('connect', () => probe.destroy())
  })
