import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { User } from '../../rules/user.ts'
import { Documents } from '../documents.ts'
import { InFlight } from './in-flight.ts'
import { Journal, readJournal } from './journal.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inkling-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('gives back what was appended, across openings', async () => {
  const path = join(folder, 'journal')
  for (const record of [{ a: 1 }, { text: 'line\nfeed and ünï' }]) {
    const journal = await Journal.open(path, () => {})
    await journal.append(record)
    await journal.close()
  }
  expect(await readJournal(path)).toEqual([{ a: 1 }, { text: 'line\nfeed and ünï' }])
})

test('on a full disk refuses, after what stands in memory was taken back', async () => {
  const told: string[] = []
  // Linux's device that is always full.
  const journal = await Journal.open('/dev/full', () => told.push('taken back'))
  const appending = [journal.append(1), journal.append(2)].map((line) =>
    line.catch(({ code }) => told.push(code)),
  )
  await Promise.all(appending)
  expect(told).toEqual(['taken back', 'ENOSPC', 'ENOSPC'])
  await expect(journal.append(3)).rejects.toMatchObject({ code: 'ENOSPC' })
  await journal.close()
})

test('changes on their way are taken back newest first', () => {
  const documents = new Documents()
  const inFlight = new InFlight(documents)
  const named = (username: string) =>
    [{ collection: 'users', id: 'ann', document: { id: 'ann', deviceHash: 'h', username } as User }] as const
  inFlight.apply(named('kept'))
  inFlight.settleOldest()
  inFlight.apply(named('lost'))
  inFlight.apply(named('lost too'))
  expect(inFlight.isEmpty).toBe(false)
  inFlight.rollBack()
  expect(documents.get('users', 'ann')).toMatchObject({ username: 'kept' })
  expect(documents.find('users', 'device', 'h')).toEqual(['ann'])
  expect(inFlight.isEmpty).toBe(true)
})
