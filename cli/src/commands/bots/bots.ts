import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { fastPace, realPace } from '@inkling/scenarios/bots/pace'
import type { PersonaName } from '@inkling/scenarios/bots/personas'
import { type GameEvent, type PlayedGame, playGame } from '@inkling/scenarios/bots/play-game'
import { pooledFetch } from '@inkling/scenarios/bots/pooled-fetch'
import { accessTo, refuseDryRun } from '../../calls/access.ts'
import { expectingJson } from '../../calls/connect.ts'
import { type Settings, seedFor } from '../../settings/settings.ts'

export interface BotsOptions {
  readonly players: number
  readonly games: number
  /** Assigned to the players in rotation. */
  readonly personas: readonly PersonaName[]
  readonly pace: 'real' | 'fast'
}

export interface BotsProgress {
  event(event: GameEvent): void
  played(game: PlayedGame): void
}

/** Progress of bots for the console that runs the command, without drawings. */
export type BotReport =
  | {
      readonly type: 'group-formed'
      readonly name: string
      readonly players: readonly {
        readonly userId: string
        readonly username: string
        readonly persona: string
      }[]
    }
  | { readonly type: 'game-begun'; readonly gameId: string }
  | { readonly type: 'played'; readonly player: string; readonly did: string; readonly isRefused: boolean }

export function reportOf(event: GameEvent): BotReport {
  switch (event.type) {
    case 'group-formed':
      return { type: event.type, name: event.group.name, players: event.players }
    case 'game-begun':
      return { type: event.type, gameId: event.gameId }
    case 'turn-refused':
      return { type: 'played', player: event.player, did: event.reason, isRefused: true }
    case 'turn-played': {
      const { type, outcome } = event.turn
      const did = outcome === null ? 'abandoned' : `${type === 'drawing' ? 'drew' : 'guessed'} ${outcome}`
      return { type: 'played', player: event.player, did, isRefused: outcome === null }
    }
  }
}

/** Plays games with bots on the target, one after another. */
export async function runBots(
  settings: Settings,
  { players, games, personas, pace }: BotsOptions,
  progress: BotsProgress,
): Promise<PlayedGame[]> {
  refuseDryRun(settings)
  const seed = seedFor(settings)
  const plain = accessTo(settings, pooledFetch)
  const access = { ...plain, fetch: expectingJson(settings, plain.fetch) }
  const sketchbook = loadSketchbook()
  const played: PlayedGame[] = []
  for (let at = 1; at <= games; at++) {
    const game = await playGame({
      access,
      sketchbook,
      pace: pace === 'real' ? realPace : fastPace,
      players,
      personas,
      seed: games === 1 ? seed : `${seed}/${at}`,
      onEvent: progress.event,
    })
    progress.played(game)
    played.push(game)
  }
  return played
}
