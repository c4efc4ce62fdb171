import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Device, DeviceSettings, Engine, Point, PointerType, Tab } from './engine.ts'
import { eventually } from './eventually.ts'
import { WebDriverError, WebDriverSession } from './webdriver.ts'

export interface WebKitPaths {
  driver: string
  browser: string
  /** Xvfb: WebKitGTK has no headless mode. */
  display: string
}

/** Otherwise the toolbar makes the window wider than a phone. */
const NARROW_TOOLBAR =
  'headerbar, toolbar, button, entry, label { min-width: 0; margin: 0; padding: 0; font-size: 6px; }'
const SCREEN = '1400x1200x24'

/** WebKitGTK's MiniBrowser on a separate virtual display, driven by WebKitWebDriver. */
export async function openWebKit(paths: WebKitPaths): Promise<Engine> {
  const screen = spawn(paths.display, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const lines = createInterface({ input: screen.stdio[3] as Readable })
  const [display] = (await Promise.race([once(lines, 'line'), ended(screen, 'Xvfb')])) as [string]
  // Without a graphics card, compositing is emulated, which needs more CPU time than everything else.
  const environment = { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_COMPOSITING_MODE: '1' }
  return {
    // WebKitWebDriver dispatches touches as mouse events; a pen works.
    pointerType: 'pen',
    open: (settings) => startBrowser(paths, environment, settings),
    async close() {
      await stop(screen)
    },
  }
}

/** Starts a driver and its browser: a driver supports only one. */
async function startBrowser(paths: WebKitPaths, environment: NodeJS.ProcessEnv, settings: DeviceSettings) {
  const home = await mkdtemp(join(tmpdir(), 'inkling-webkit-'))
  await writeGtkSettings(home, settings)
  const port = await freePort()
  const driver = spawn(paths.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...environment,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await Promise.race([listening(url), ended(driver, 'WebKitWebDriver')])
  const session = await WebDriverSession.start(url, {
    'webkitgtk:browserOptions': {
      binary: paths.browser,
      args: ['--automation', ...(settings.dark ? ['--dark-mode'] : [])],
    },
  })
  return new WebKitDevice(session, settings, async () => {
    await session.delete().finally(() => stop(driver))
    // Child processes of the driver may still be writing.
    await rm(home, { recursive: true, force: true, maxRetries: 10 })
  })
}

async function writeGtkSettings(home: string, { reducedMotion }: DeviceSettings): Promise<void> {
  const folder = join(home, 'gtk-3.0')
  await mkdir(folder)
  await writeFile(join(folder, 'gtk.css'), NARROW_TOOLBAR)
  await writeFile(
    join(folder, 'settings.ini'),
    `[Settings]\ngtk-enable-animations=${reducedMotion ? 0 : 1}\n`,
  )
}

class WebKitDevice implements Device {
  readonly version: string
  readonly #session: WebDriverSession
  readonly #settings: DeviceSettings
  readonly #close: () => Promise<void>
  #isFirst = true

  constructor(session: WebDriverSession, settings: DeviceSettings, close: () => Promise<void>) {
    this.#session = session
    this.version = `WebKitGTK ${session.browserVersion}`
    this.#settings = settings
    this.#close = close
  }

  close(): Promise<void> {
    return this.#close()
  }

  async openTab(): Promise<Tab> {
    const handle = this.#isFirst
      ? ((await this.#session.get('/window')) as string)
      : ((await this.#session.post('/window/new', { type: 'tab' })) as { handle: string }).handle
    const tab = new WebKitTab(this.#session, handle)
    await tab.select()
    if (this.#isFirst) await this.#resize(tab)
    this.#isFirst = false
    return tab
  }

  /** Resizes the window so that the page, without the toolbar, has the requested size. */
  async #resize(tab: Tab): Promise<void> {
    const { width, height } = this.#settings
    await eventually(`see the page at ${width}x${height}`, async () => {
      const window = (await this.#session.get('/window/rect')) as { height: number }
      const page = await tab.run(() => ({ width: innerWidth, height: innerHeight }))
      if (page.width === width && page.height === height) return page
      const toolbar = window.height - page.height
      await this.#session.post('/window/rect', { width, height: height + toolbar })
      return undefined
    })
  }
}

/** A tab. Each call selects it first, because the session controls one tab at a time. */
class WebKitTab implements Tab {
  readonly #session: WebDriverSession
  readonly #handle: string

  constructor(session: WebDriverSession, handle: string) {
    this.#session = session
    this.#handle = handle
  }

  async select(): Promise<void> {
    await this.#session.post('/window', { handle: this.#handle })
  }

  async goto(url: string): Promise<void> {
    await this.select()
    await this.#session.post('/url', { url })
  }

  async run<A extends unknown[], R>(script: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    await this.select()
    const calling = `
      const [args, done] = [arguments[0], arguments[1]];
      Promise.resolve().then(() => (${script})(...args)).then(
        (value) => done({ json: JSON.stringify(value) }),
        (error) => done({ error: String(error) + ' ' + error.stack }))`
    const answer = (await this.#session.post('/execute/async', { script: calling, args: [args] })) as {
      json?: string
      error?: string
    }
    if (answer.error) throw new WebDriverError(answer.error)
    return (answer.json === undefined ? undefined : JSON.parse(answer.json)) as R
  }

  async load(source: string): Promise<void> {
    await this.select()
    await this.#session.post('/execute/sync', { script: source, args: [] })
  }

  async stroke([first, ...rest]: readonly Point[], pointerType: PointerType): Promise<void> {
    await this.select()
    const move = (point: Point | undefined) => ({
      type: 'pointerMove',
      duration: 0,
      x: Math.round(point?.x ?? 0),
      y: Math.round(point?.y ?? 0),
    })
    const actions = [
      move(first),
      { type: 'pointerDown', button: 0 },
      ...rest.map(move),
      { type: 'pointerUp', button: 0 },
    ]
    const pointer = { type: 'pointer', id: pointerType, parameters: { pointerType }, actions }
    await this.#session.post('/actions', { actions: [pointer] })
  }

  async type(text: string): Promise<void> {
    await this.select()
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#session.post('/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
  }

  async screenshot(): Promise<Buffer> {
    await this.select()
    return Buffer.from((await this.#session.get('/screenshot')) as string, 'base64')
  }

  async kill(): Promise<void> {
    await this.select()
    await this.#session.delete('/window')
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system assigned no port')
  return address.port
}

const listening = (url: string) =>
  eventually('reach WebKitWebDriver', () =>
    fetch(`${url}/status`).then(
      () => true,
      () => undefined,
    ),
  )

async function ended(child: ChildProcess, name: string): Promise<never> {
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error')])
  throw new Error(`${name} ended before it was ready: ${code}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
