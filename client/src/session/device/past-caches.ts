import { KEY, tab } from '../../platform/storage.ts'
import { QUERY, queryClient } from '../server/query-client.ts'

/** Drops the cached history. Called when the player's game or status changes. */
export function dropHistory(): void {
  tab.remove(KEY.historyCache)
  void queryClient.invalidateQueries({ queryKey: QUERY.history })
}

/** Drops all caches about earlier days. Called on a new day, or when the player has another game. */
export function dropPastCaches(): void {
  dropHistory()
  void queryClient.invalidateQueries({ queryKey: QUERY.yesterday })
}
