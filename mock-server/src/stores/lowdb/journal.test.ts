import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { User } from '../../rules/user.ts'
import { Documents } from '../shared/documents.ts'
import { InFlight } from './in-flight.ts'
import { Journal, journalLine, readJournal } from './journal.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const recordsOf = async (path: string): Promise<unknown[]> => {
  const records: unknown[] = []
  for await (const record of readJournal(path)) records.push(record)
  return records
}

/** Writes a closed journal with these records. @returns its path */
async function journalOf(...records: unknown[]): Promise<string> {
  const path = join(folder, 'journal')
  const journal = await Journal.create(path, journalLine('first'), () => {})
  for (const record of records) await journal.append(journalLine(record))
  await journal.close()
  return path
}

test('a journal returns all records after it is reopened', async () => {
  const path = await journalOf({ a: 1 })
  const journal = await Journal.open(path, () => {})
  await journal.append(journalLine({ text: 'line\nfeed and ünï' }))
  await journal.close()
  expect(await recordsOf(path)).toEqual(['first', { a: 1 }, { text: 'line\nfeed and ünï' }])
})

test('a journal is read in pieces, with lines longer than a piece', async () => {
  const long = 'ü'.repeat(1_000_000)
  const records = [...Array.from({ length: 5000 }, (_, at) => ({ at })), { long }, { long }, { at: 'end' }]
  const path = await journalOf()
  await appendFile(path, records.map(journalLine).join(''))
  expect(await recordsOf(path)).toEqual(['first', ...records])
})

test.each([1, 5, 9, 12, 20])('a last line torn by %i bytes is cut off', async (bytes) => {
  const path = await journalOf({ a: 'first of two' }, { b: 'second of two' })
  const whole = await readFile(path)
  await writeFile(path, whole.subarray(0, whole.length - bytes))
  expect(await recordsOf(path)).toEqual(['first', { a: 'first of two' }])
  expect(await readFile(path)).toEqual(whole.subarray(0, -journalLine({ b: 'second of two' }).length))
})

test('a journal of zeroes is damaged, and is not changed', async () => {
  const path = await journalOf({ a: 1 })
  const zeroes = Buffer.alloc((await readFile(path)).length)
  await writeFile(path, zeroes)
  await expect(recordsOf(path)).rejects.toThrow(
    `${path} is damaged: the checksum of its first line does not match. Restore the folder`,
  )
  expect(await readFile(path)).toEqual(zeroes)
})

test.each<[string, (bytes: Buffer) => Buffer, number]>([
  ['zeroes in its last line', (bytes) => bytes.fill(0, bytes.length - 10), 2],
  ['zeroes after its last line', (bytes) => Buffer.concat([bytes, Buffer.alloc(100)]), 3],
  ['a line of something else', (bytes) => Buffer.concat([bytes, Buffer.from('hello')]), 3],
])('a journal with %s is damaged, and is not changed', async (_, spoil, line) => {
  const path = await journalOf({ a: 1 })
  const spoilt = spoil(await readFile(path))
  await writeFile(path, spoilt)
  await expect(recordsOf(path)).rejects.toThrow(`${path}:${line} is damaged: its checksum does not match`)
  expect(await readFile(path)).toEqual(spoilt)
})

test('a journal on a full disk rolls back memory before it rejects appends', async () => {
  const calls: string[] = []
  // Linux's device that is always full.
  const journal = await Journal.open('/dev/full', () => calls.push('rolled back'))
  const appending = [journal.append('1\n'), journal.append('2\n')].map((line) =>
    line.catch(({ message }) => calls.push(message)),
  )
  await Promise.all(appending)
  const full = '/dev/full cannot be written: ENOSPC: no space left on device, write'
  expect(calls).toEqual(['rolled back', full, full])
  await expect(journal.append('3\n')).rejects.toThrow(full)
  await journal.close()
})

test('in-flight changes are rolled back newest first', () => {
  const documents = new Documents()
  const inFlight = new InFlight(documents)
  const named = (username: string) =>
    [{ collection: 'users', id: 'ann', document: { id: 'ann', deviceHash: 'h', username } as User }] as const
  inFlight.apply(named('durable'))
  inFlight.confirmOldest()
  inFlight.apply(named('lost'))
  inFlight.apply(named('lost too'))
  expect(inFlight.isEmpty).toBe(false)
  inFlight.rollBack()
  expect(documents.get('users', 'ann')).toMatchObject({ username: 'durable' })
  expect(documents.find('users', 'device', 'h')).toEqual(['ann'])
  expect(inFlight.isEmpty).toBe(true)
})
