import { randomInt } from 'node:crypto'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { fastPace, realPace } from '@inkling/scenarios/bots/pace'
import { type GameEvent, type PlayedGame, playGame } from '@inkling/scenarios/bots/play-game'
import type { Settings } from '../settings.ts'
import { botDoorTo } from './bot-door.ts'
import { ownDrawings } from './own-drawings.ts'
import { personasOf } from './personas.ts'

export interface BotsOptions {
  readonly players: number
  readonly games: number
  /** Separated by commas. */
  readonly personas: string
  readonly pace: 'real' | 'fast'
}

export interface BotsProgress {
  event(event: GameEvent): void
  played(game: PlayedGame): void
}

/** Plays games with bots on the target, one after another. */
export async function runBots(
  settings: Settings,
  { players, games, personas, pace }: BotsOptions,
  progress: BotsProgress,
): Promise<PlayedGame[]> {
  const cast = personasOf(personas)
  const seed = settings.seed.value ?? String(randomInt(1_000_000))
  const door = botDoorTo(settings)
  const sketchbook = loadSketchbook(ownDrawings())
  const played: PlayedGame[] = []
  for (let at = 1; at <= games; at++) {
    const game = await playGame({
      door,
      sketchbook,
      pace: pace === 'real' ? realPace : fastPace,
      players,
      personas: cast,
      seed: games === 1 ? seed : `${seed}/${at}`,
      onEvent: progress.event,
    })
    progress.played(game)
    played.push(game)
  }
  return played
}
