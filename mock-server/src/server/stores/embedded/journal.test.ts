import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Journal, journalLine, readJournal } from './journal.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const recordsOf = async (path: string): Promise<unknown[]> => {
  const records: unknown[] = []
  for await (const record of readJournal(path, 1)) records.push(record)
  return records
}

/** Writes a closed journal with these records. @returns its path */
async function journalOf(...records: unknown[]): Promise<string> {
  const path = join(folder, 'journal')
  const journal = await Journal.create(path, 1)
  for (const record of records) await journal.append(journalLine(record))
  await journal.close()
  return path
}

test('a journal returns all records after it is reopened', async () => {
  const path = await journalOf({ a: 1 })
  const journal = await Journal.open(path, 1)
  await journal.append(journalLine({ text: 'line\nfeed and ünï' }))
  await journal.close()
  expect(await recordsOf(path)).toEqual([{ a: 1 }, { text: 'line\nfeed and ünï' }])
})

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['after its last line', (bytes) => Buffer.concat([bytes, Buffer.alloc(5000)])],
  [
    'after the beginning of a line',
    (bytes) => Buffer.concat([bytes, Buffer.from('12345678 [{'), Buffer.alloc(100)]),
  ],
])('zeroes %s are the rest of an unfinished write, and are cut off', async (_, extend) => {
  const path = await journalOf({ a: 1 })
  const whole = await readFile(path)
  await writeFile(path, extend(whole))
  expect(await recordsOf(path)).toEqual([{ a: 1 }])
  expect(await readFile(path)).toEqual(whole)
})

test.each<[string, (bytes: Buffer) => Buffer, number]>([
  ['zeroes within a line', (bytes) => bytes.fill(0, 30, 33), 2],
  ['a line after zeroes', (bytes) => Buffer.concat([bytes, Buffer.alloc(10), bytes]), 3],
  [
    'zeroes and text after its last line',
    (bytes) => Buffer.concat([bytes, Buffer.alloc(10), Buffer.from('x')]),
    3,
  ],
  // The line was complete, so it was acknowledged.
  ['a changed last byte', (bytes) => bytes.fill(0x0b, bytes.length - 1), 2],
  ['a line of something else', (bytes) => Buffer.concat([bytes, Buffer.from('hello')]), 3],
])('a journal with %s is damaged, and is not changed', async (_, spoil, line) => {
  const path = await journalOf({ a: 1 })
  const spoilt = spoil(await readFile(path))
  await writeFile(path, spoilt)
  await expect(recordsOf(path)).rejects.toThrow(`${path}:${line} is damaged: its checksum does not match`)
  expect(await readFile(path)).toEqual(spoilt)
})

test('a torn end stays in the file if it is only read', async () => {
  const path = await journalOf({ a: 1 })
  await appendFile(path, '1234')
  const torn = await readFile(path)
  const records: unknown[] = []
  for await (const record of readJournal(path, 1, { keepsTornEnd: true })) records.push(record)
  expect(records).toEqual([{ a: 1 }])
  expect(await readFile(path)).toEqual(torn)
})

test('the journal of another number is damaged', async () => {
  const path = await journalOf()
  await expect(readJournal(path, 2).next()).rejects.toThrow(`${path} is damaged: its first line is missing`)
})

test('an append to a full disk is rejected, as are later ones if the line cannot be cut off', async () => {
  // Linux's device that is always full.
  const journal = await Journal.open('/dev/full', 1)
  const full = '/dev/full cannot be written: ENOSPC: no space left on device, write'
  await expect(journal.append('1\n')).rejects.toThrow(full)
  await expect(journal.append('2\n')).rejects.toThrow(full)
  expect(journal.lost).toBeNull()
  await journal.close()
})
