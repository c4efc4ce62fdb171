import { KEY, tab } from '../platform/storage.ts'
import { QUERY, queryClient } from './query-client.ts'

/** Drops the cached history, which a game just joined or a turn just submitted changes. */
export function dropHistory(): void {
  tab.remove(KEY.historyCache)
  void queryClient.invalidateQueries({ queryKey: QUERY.history })
}

/** Drops everything cached about earlier days: a new day has begun, or the player has another game. */
export function dropPast(): void {
  dropHistory()
  void queryClient.invalidateQueries({ queryKey: QUERY.yesterday })
}
