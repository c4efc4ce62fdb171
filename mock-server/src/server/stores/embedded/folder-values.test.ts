import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAdminKey, readSecrets, type SecretsOptions } from '../../platform/secrets.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { folderSecrets } from './folder-values.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-secrets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const read = (options: Partial<SecretsOptions>) =>
  readSecrets(folderSecrets(folder), {
    isInUse: false,
    names: { store: folder, secrets: 'secrets.json', other: 'an empty folder with --data' },
    ...options,
  })
const on = (day: string) => read({ today: new Date(`${day}T12:00:00Z`) })
const file = () => join(folder, 'secrets.json')

test('secrets are generated once and readable by their owner only', async () => {
  const made = await on('2026-03-01')
  expect(made.tokenSecrets).toHaveLength(1)
  expect(await on('2026-03-02')).toEqual(made)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
})

test('the signing key rotates weekly, and an old key is stored until its last token expires', async () => {
  const [first] = (await on('2026-03-01')).tokenSecrets
  const [second, before] = (await on('2026-03-08')).tokenSecrets
  expect(before).toBe(first)
  expect(second).not.toBe(first)
  expect((await on('2026-04-06')).tokenSecrets).toContain(first)
  expect((await on('2026-04-14')).tokenSecrets).not.toContain(first)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
})

test('the keys of push messages stay, and secrets of earlier versions get some', async () => {
  const { vapid } = await on('2026-03-01')
  expect(Buffer.from(vapid.publicKey, 'base64url')).toHaveLength(65)
  expect(Buffer.from(vapid.privateKey, 'base64url')).toHaveLength(32)
  expect((await on('2026-03-08')).vapid).toEqual(vapid)
  const secrets = folderSecrets(folder)
  await secrets.change('secrets', (stored) => {
    const { vapid: _, ...earlier } = stored as { vapid?: unknown }
    return earlier
  })
  const made = (await on('2026-03-09')).vapid
  expect(made).not.toEqual(vapid)
  expect((await on('2026-03-10')).vapid).toEqual(made)
})

test('a flipped byte is detected, even within a secret', async () => {
  await on('2026-03-01')
  const bytes = await readFile(file())
  for (let at = 0; at < bytes.length; at += 5) {
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    await writeFile(file(), flipped)
    await expect(on('2026-03-01'), `byte ${at}`).rejects.toThrow('secrets.json is damaged')
  }
})

test('a damaged file is refused and not changed, and another seed is refused', async () => {
  await expect(read({ seed: 'one' })).resolves.toMatchObject({ seed: 'one' })
  await expect(read({ seed: 'two' })).rejects.toThrow('was created with a different seed')
  await writeFile(file(), '{"seed":"one","tokenSecrets":[]}')
  await expect(on('2026-03-01')).rejects.toThrow(StartupError)
  expect(await readFile(file(), 'utf8')).toBe('{"seed":"one","tokenSecrets":[]}')
})

test('a missing file is refused if the folder has players', async () => {
  await expect(read({ isInUse: true })).rejects.toThrow(
    `${folder} has players but no secrets.json. If a copy into it was interrupted, finish it with the same \`inkling store copy\`. Otherwise restore secrets.json from a backup`,
  )
  await expect(readFile(file())).rejects.toThrow('ENOENT')
})

const keyFile = () => join(folder, 'admin-key')

test('the admin key is generated once and readable by its owner only', async () => {
  const key = await readAdminKey(folderSecrets(folder))
  expect(key.length).toBeGreaterThanOrEqual(32)
  expect(await readAdminKey(folderSecrets(folder))).toBe(key)
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  await rm(keyFile())
  expect(await readAdminKey(folderSecrets(folder))).not.toBe(key)
})

test('a file without an admin key is refused and not changed', async () => {
  await writeFile(keyFile(), 'short\n')
  await expect(readAdminKey(folderSecrets(folder))).rejects.toThrow(
    `${keyFile()} does not contain an admin key. Remove it, and the server generates a new one.`,
  )
  expect(await readFile(keyFile(), 'utf8')).toBe('short\n')
})
