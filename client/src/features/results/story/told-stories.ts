import { KEY, local } from '../../../platform/storage.ts'

/** As many games as anybody looks back at; the oldest are forgotten first. */
const KEPT = 200

/** Whether the story of this game was told on this device. */
export const wasTold = (gameId: string): boolean => told().includes(gameId)

export function rememberTold(gameId: string): void {
  const others = told().filter((id) => id !== gameId)
  local.set(KEY.storiesTold, JSON.stringify([...others, gameId].slice(-KEPT)))
}

function told(): string[] {
  try {
    const list: unknown = JSON.parse(local.get(KEY.storiesTold) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    // Someone edited the entry: the stories are told again.
    return []
  }
}
