import { KEY, tab } from '../platform/storage.ts'
import { QUERY, queryClient } from './query-client.ts'

/** Drops the cached history after the player joined a game or submitted a turn. */
export function dropHistory(): void {
  tab.remove(KEY.historyCache)
  void queryClient.invalidateQueries({ queryKey: QUERY.history })
}

/** Drops all caches about earlier days: a new day has begun, or the player has another game. */
export function dropPastCaches(): void {
  dropHistory()
  void queryClient.invalidateQueries({ queryKey: QUERY.yesterday })
}
