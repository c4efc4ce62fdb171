import assert from 'node:assert/strict'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pageTitle } from '../browsers/browser-page.mjs'

const ofClient = createRequire(new URL('../../client/package.json', import.meta.url))

/**
 * Builds an app with Vite that imports every entry of the package that browsers import, and opens it in a browser of
 * this machine.
 * @param {string} project a folder with the packages `inkling` and `msw`, and with browser-mock.mjs of the README
 * @param {number} timeout in milliseconds
 * @param {string} name of the browser
 */
export async function checkInBrowser(project, timeout, name) {
  const app = join(project, 'app')
  await mkdir(join(app, 'public'), { recursive: true })
  // `npx msw init public` copies this file.
  const { resolve } = createRequire(join(project, 'app.mjs'))
  await copyFile(resolve('msw/mockServiceWorker.js'), join(app, 'public/mockServiceWorker.js'))
  await writeFile(join(app, 'index.html'), HTML)
  await writeFile(join(app, 'main.js'), MAIN)
  const vite = join(ofClient.resolve('vite/package.json'), '../dist/node/index.js')
  const { build } = await import(pathToFileURL(vite).href)
  await build({
    root: app,
    configFile: false,
    logLevel: 'silent',
    build: { target: 'es2022', chunkSizeWarningLimit: 2000 },
  })
  assert.equal(await pageTitle(name, join(app, 'dist'), timeout), EXPECTED)
}

/** An error before the title is set becomes the title. */
const HTML = `<!doctype html>
<script>
  addEventListener('error', ({ message }) => { document.title ||= message })
  addEventListener('unhandledrejection', ({ reason }) => { document.title ||= String(reason) })
</script>
<script type="module" src="/main.js"></script>
`

const MAIN = `import { ApiError, createClient } from 'inkling/client'
import openapi from 'inkling/openapi.json'
import { start } from '../browser-mock.mjs'

let token = null
const client = createClient({ baseUrl: '', token: () => token })
await start()
const signedIn = await client.signInDevice({ body: { deviceId: 'device_of_a_test_0001' } })
token = signedIn.token
const refused = await client.joinGroup({ body: { code: 'ZZZZZZ' } }).catch((error) => error)
const { blobs } = await client.exportWorld()
const avatar = await (await fetch('/avatars/bottts.svg?seed=ann')).text()
document.title = [
  refused instanceof ApiError && refused.code,
  Object.values(blobs).filter((blob) => blob.startsWith('iVBOR')).length > 50,
  avatar.startsWith('<svg'),
  openapi.openapi,
].join(' ')
`

const EXPECTED = 'NOT_FOUND true true 3.1.0'
