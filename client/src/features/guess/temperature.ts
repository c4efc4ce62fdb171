export type Temperature = 'cold' | 'warm' | 'hot'

/** How near a wrong guess is. */
export function temperatureOf(score: number): Temperature {
  if (score >= 70) return 'hot'
  return score >= 40 ? 'warm' : 'cold'
}
