import type { TextStorage } from '../platform/storage.ts'

/** An empty storage in memory. */
export function memoryStorage(): TextStorage {
  const entries = new Map<string, string>()
  return {
    get: (key) => entries.get(key) ?? null,
    set: (key, value) => {
      entries.set(key, value)
      return true
    },
    remove: (key) => void entries.delete(key),
    keys: () => [...entries.keys()],
  }
}
