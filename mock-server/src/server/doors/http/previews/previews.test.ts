import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../../../core/picture/picture.fixture.ts'
import { type Friend, overHttp, playerOf } from '../../../compose/friends.fixture.ts'
import { type RunningServer, startServer } from '../../../main.ts'
import { CRAWLERS } from './crawlers.fixture.ts'

let folder: string
let server: RunningServer
let owner: Friend
let groupId = ''
let code = ''
let gameId = ''
let players = 0

const NAME = `Ann's "Owls" $& Co`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-previews-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html><head><meta charset="utf-8" /><meta name="description" content="Old" /><meta property="og:title" content="Old" /><title>Old</title><!--${'x'.repeat(40_000)}--></head><body></body></html>`,
  )
  server = await startServer({
    port: 0,
    data: null,
    seed: 'previews',
    clock: '2026-03-07T12:00:00-05:00',
    clientDir: folder,
    limitLoopback: true,
    publicUrl: 'https://inkling.example',
  })
  owner = await playerOf(overHttp(server), 'ann')
  const group = await owner.createGroup({ body: { name: NAME } })
  code = group.code
  groupId = group.id
  await owner.triggerDailyGames()
  gameId = (await owner.startTurn()).gameId
  await owner.submitTurn({ body: { content: { drawing: picture(1024) }, timeSpent: 1 } })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

/** The tags of a page as crawlers read them: by attributes, with entities decoded. */
const tagsOf = async (path: string): Promise<Record<string, string>> => tagsIn(await (await get(path)).text())

function tagsIn(html: string): Record<string, string> {
  const decoded = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const tags: [string, string][] = [
    ...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g),
  ].map(([, name = '', content]) => [name, decoded(content)])
  const names = tags.map(([name]) => name)
  expect(new Set(names).size, 'each tag once').toBe(names.length)
  return {
    ...Object.fromEntries(tags),
    title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1]),
    canonical: decoded(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]),
  }
}

const localPath = (address = ''): string => address.replace('https://inkling.example', '')

const PLAIN = {
  title: 'Inkling',
  'og:title': 'Inkling',
  'og:image': 'https://inkling.example/previews/plain.jpg',
  canonical: 'https://inkling.example/',
}

test('the page of results has the tags of its chain, and a picture within the limits of messengers', async () => {
  const { word } = await (await get(`/api/public/game/${gameId}/results`)).json()
  const tags = await tagsOf(`/public/results/${gameId}`)
  expect(tags).toMatchObject({
    title: `The word was “${word}”`,
    description: expect.stringContaining('March 7'),
    'og:title': `The word was “${word}”`,
    'og:type': 'website',
    'og:url': `https://inkling.example/public/results/${gameId}`,
    canonical: `https://inkling.example/public/results/${gameId}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:image': tags['og:image'],
  })
  const response = await get(localPath(tags['og:image']))
  const bytes = Buffer.from(await response.arrayBuffer())
  const image = await loadImage(bytes)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect([image.width, image.height]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThanOrEqual(300_000)
  const again = await get(localPath(tags['og:image']), {
    'if-none-match': response.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  })
  expect(again.status).toBe(304)
})

test('a link that must not spoil the results previews neither the word nor a drawing', async () => {
  const tags = await tagsOf(`/public/results/${gameId}?quiet=1`)
  const { word } = await owner.getGame({ params: { id: gameId } })
  expect(tags).toMatchObject({
    title: 'A chain of one player, March 7',
    'og:title': 'A chain of one player, March 7',
    'og:url': `https://inkling.example/public/results/${gameId}?quiet=1`,
    'og:image': 'https://inkling.example/previews/plain.jpg',
  })
  expect(JSON.stringify(tags)).not.toContain(word)
  expect(await tagsOf('/public/results/nothing?quiet=1')).toMatchObject({ title: 'Inkling' })
})

test.each(CRAWLERS)('$name finds title and picture of the chain within its limits', async (crawler) => {
  const asCrawler = { 'user-agent': crawler.userAgent, 'accept-encoding': crawler.encodings }
  const page = await get(`/public/results/${gameId}`, asCrawler)
  expect(crawler.encodings).toContain(page.headers.get('content-encoding') ?? 'identity')
  const bytes = Buffer.from(await page.arrayBuffer())
  expect(bytes.length).toBeGreaterThan(40_000)
  const tags = tagsIn(bytes.subarray(0, crawler.pageBytes ?? bytes.length).toString())
  const chosen = (names: readonly string[]) => names.map((name) => tags[name]).find(Boolean)
  expect(chosen(crawler.titles)).toMatch(/^The word was “.+”$/)
  const address = chosen(crawler.pictures) ?? ''
  expect(address).toMatch(/^https:\/\/inkling\.example\/previews\/results\/.+\.jpg\?v=/)
  const response = await get(localPath(address), asCrawler)
  const picture = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(picture.length).toBeLessThanOrEqual(crawler.maxPictureBytes)
  const { width, height } = await loadImage(picture)
  const [minWidth, minHeight] = crawler.minPicture
  expect(width).toBeGreaterThanOrEqual(minWidth)
  expect(height).toBeGreaterThanOrEqual(minHeight)
  expect([Number(tags['og:image:width']), Number(tags['og:image:height'])]).toEqual([width, height])
})

test.each(['/', '/profile'])('an invitation to %s names the group, with everything escaped', async (path) => {
  const tags = await tagsOf(`${path}?code=${code.toLowerCase()}`)
  expect(tags).toMatchObject({
    title: `Join ${NAME} on Inkling`,
    description: expect.stringMatching(/^1 player is in\./),
    canonical: `https://inkling.example/?code=${code}`,
  })
  expect((await get(localPath(tags['og:image']))).headers.get('content-type')).toBe('image/jpeg')
})

test('unknown games and wrong codes have the plain tags and picture', async () => {
  const plain = await (await get('/previews/plain.jpg')).arrayBuffer()
  for (const path of ['/', '/public/results/nothing', '/?code=ZZZZZZ', '/?code=x'])
    expect(await tagsOf(path), path).toMatchObject(PLAIN)
  for (const path of ['/previews/results/nothing.jpg', '/previews/group/ZZZZZZ.jpg'])
    expect(Buffer.from(await (await get(path)).arrayBuffer()).equals(Buffer.from(plain)), path).toBe(true)
})

test('a group that keeps its results private has the plain page and picture', async () => {
  await owner.updateGroupSettings({ params: { id: groupId }, body: { publicResults: false } })
  expect(await tagsOf(`/public/results/${gameId}`)).toMatchObject(PLAIN)
  const hidden = await get(`/previews/results/${gameId}.jpg`)
  expect(hidden.headers.get('etag')).toBe((await get('/previews/plain.jpg')).headers.get('etag'))
  expect(hidden.headers.get('cache-control')).toBe('no-cache')
  await owner.updateGroupSettings({ params: { id: groupId }, body: { publicResults: true } })
})

test('a shared cache must ask again, as results may become private', async () => {
  const { headers } = await get(`/previews/results/${gameId}.jpg`)
  expect(headers.get('cache-control')).toBe('no-cache')
})

/** What is left of the budget of public views, as the response to a view says, which counts whole until it is answered. */
async function leftAfter(path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await get(path, headers)
  await response.arrayBuffer()
  const left = /"publicViews"; r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]
  return Number(left)
}

test.each([
  ['pages', () => `/public/results/${gameId}`],
  ['pictures', () => `/previews/results/${gameId}.jpg`],
  ['public results', () => `/api/public/game/${gameId}/results`],
])('%s have a budget of their own, of which those that are kept or known take a tenth', async (_, path) => {
  // Its content is new.
  await owner.updateProfile({ body: { username: `Ann${players++}` } })
  const first = await leftAfter(path())
  const known = await get(path())
  // It counts whole until all of it is read.
  await known.arrayBuffer()
  const { etag = '' } = Object.fromEntries(known.headers)
  expect(await leftAfter(path(), { 'if-none-match': etag })).toBe(first - 10 - 1)
  expect(await leftAfter(path())).toBe(first - 10 - 2)
})

test('the server lists previews as an extension', async () => {
  expect((await owner.getExtensions()).extensions).toContain('previews')
})

test('guessing codes by previews ends as guessing them by calls does', async () => {
  const wrong = Array.from({ length: 200 }, (_, at) => `/?code=${String(at).padStart(6, 'Z')}`)
  await Promise.all(wrong.map(async (path) => (await get(path)).text()))
  expect(await tagsOf(`/?code=${code}`)).toMatchObject(PLAIN)
  const { status } = await get(`/?code=${code}`)
  expect(status).toBe(200)
})
