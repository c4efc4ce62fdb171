import { beforeEach, expect, test, vi } from 'vitest'
import { KEY } from '../../platform/storage.ts'
import { aUser } from '../../testing/builders.ts'

const database = { get: async (): Promise<unknown> => undefined, written: [] as unknown[] }
const onLate = vi.fn()
let answer = (_: unknown) => {}

/** The modules of a page whose IndexedDB is the fake above. */
async function page() {
  vi.resetModules()
  const backup = await import('./device-backup.ts')
  const { deviceId } = await import('./device-id.ts')
  const session = await import('../session-store.ts')
  return { ...backup, deviceId, session }
}

beforeEach(() => {
  vi.doMock('idb-keyval', () => ({
    createStore: () => ({}),
    get: () => database.get(),
    set: async (_: string, value: unknown) => void database.written.push(value),
  }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onLate.mockClear()
  database.written = []
  return () => {
    vi.doUnmock('idb-keyval')
    vi.useRealTimers()
  }
})

/** Opens the page, which goes on as that of a new player. */
async function openWithoutCopy() {
  database.get = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const opened = await page()
  const restoring = opened.restoreDevice(onLate)
  await vi.advanceTimersByTimeAsync(1_000)
  await restoring
  const id = opened.deviceId()
  await opened.backUpDevice()
  return { ...opened, id }
}

const arrive = async (copy: unknown) => {
  answer(copy)
  await vi.advanceTimersByTimeAsync(0)
}
const stored = () => localStorage.getItem(KEY.deviceId)

test('a copy that arrives while the player is at onboarding is restored, and not overwritten before', async () => {
  const { session } = await openWithoutCopy()
  session.storeToken('token of the new player')
  session.storeUser(aUser({ username: 'Player1' }))
  expect(database.written).toEqual([])
  await arrive('device_1_ann|Ann')
  expect(onLate).toHaveBeenCalledTimes(1)
  expect(stored()).toBe('device_1_ann')
  expect(session.useSession.getState()).toMatchObject({ token: null, user: null })
  expect(localStorage.getItem(KEY.loggedOut)).toBe('Ann')
})

test('a copy is also restored in the next page', async () => {
  await openWithoutCopy()
  database.get = async () => 'device_1_ann'
  await (await page()).restoreDevice(onLate)
  expect(stored()).toBe('device_1_ann')
})

test('a copy is too late after "Start Playing!", which stores the new device id', async () => {
  const { id, keepNewDevice } = await openWithoutCopy()
  keepNewDevice()
  await arrive('device_1_ann')
  expect(onLate).not.toHaveBeenCalled()
  expect(stored()).toBe(id)
  expect(database.written).toEqual([id])
})

test('without a copy, the new device id is stored', async () => {
  const { id } = await openWithoutCopy()
  await arrive(undefined)
  expect(onLate).not.toHaveBeenCalled()
  expect(database.written).toEqual([id])
})
