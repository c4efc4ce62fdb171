import type { Today } from '@inkling/mock-server/contract/schemas/game'
import { controls } from '../../calls/connect.ts'
import type { Settings } from '../../settings/settings.ts'

export interface StageOptions {
  readonly user: string
  readonly turnType?: 'drawing' | 'guess' | 'random'
  readonly gameStatus?: 'waiting' | 'active' | 'completed'
  readonly turnStatus?: 'pending' | 'playing' | 'completed' | 'skipped'
  readonly inGroup?: boolean
  readonly groupSize?: number
  readonly difficulty?: 'easy' | 'hard'
}

export async function stageToday(settings: Settings, options: StageOptions): Promise<Today> {
  const { user: userId, turnType, gameStatus, turnStatus, inGroup, groupSize, difficulty } = options
  const client = await controls(settings)
  return client.stage({ body: { userId, turnType, gameStatus, turnStatus, inGroup, groupSize, difficulty } })
}
