import { type Link, linksOf } from '@inkling/mock-server/contract/chain-links'
import { nearnessText } from '@inkling/mock-server/contract/nearness'
import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import type { Hidden } from '@inkling/mock-server/contract/schemas/safety'
import { isolatedName } from '../../session/names/isolated-name.ts'
import type { ShownStep } from '../../session/shown-chain.ts'
import { replayMs } from './chain/replay-length.ts'
import { waitingText } from './lone-drawing.ts'
import { type Prize, prizesOf, prizeText } from './prizes.ts'
import { attemptsByStep, wrongTries } from './tries.ts'

/** The scenes of the story, in order. */
export type Scene =
  /** `prompt` is null before the word is revealed. */
  | { kind: 'drawing'; png: string; step: ShownStep; prompt: string | null }
  /** Reveals the word of the day below its drawing. */
  | { kind: 'word'; word: string; seen: string | null }
  | ({ kind: 'guess'; guess: string; tries: readonly string[] } & Link<ShownStep>)
  | { kind: 'prizes'; prizes: readonly Prize[] }
  | { kind: 'end'; results: GameResults }

/** The scenes that shared pictures show as cards. */
export type CardScene = Exclude<Scene, { kind: 'prizes' }>

/** When the card turns over, in ms from the start of the word scene. */
export const WORD_TURNS_AT = 1100
/** When the first vain try appears, and how long each is alone, in ms from the start of the guess scene. */
const TRIES_FROM = 900
const TRY_MS = 500

/** When each vain try and the guess appear, and when its score starts and stops counting up, in ms from the start. */
export function guessTimes(tries: readonly string[]) {
  const all = tries.length * TRY_MS
  return {
    tried: tries.map((_, at) => TRIES_FROM + at * TRY_MS),
    written: 1300 + all,
    scoredFrom: 2900 + all,
    scored: 4100 + all,
    end: GUESS_MS + all,
  }
}

/** The durations of scenes in ms. */
const WORD_MS = 3800
const STILL_MS = 3800
/** How long a drawing is shown after its replay. */
const AFTER_REPLAY_MS = 2000
const GUESS_MS = 6200
const PER_LETTER_MS = 45
const PRIZES_MS = 2500
const PER_PRIZE_MS = 900

/** Without steps there is no story. */
export const hasStory = ({ chain }: GameResults): boolean => chain.length > 0

/** The chain as a story: the cards, and before the ending the table prizes. */
export function scenesOf(results: GameResults): Scene[] {
  const cards = cardsOf(results)
  const prizes = prizesOf(results)
  return prizes.length === 0 ? cards : [...cards.slice(0, -1), { kind: 'prizes', prizes }, ...cards.slice(-1)]
}

/** The chain as cards: the first drawing, its word, each further step, the ending. */
export function cardsOf(results: GameResults): CardScene[] {
  const scenes: CardScene[] = []
  let isTold = false
  const tellWord = (seen: string | null) => {
    if (!isTold) scenes.push({ kind: 'word', word: results.word, seen })
    isTold = true
  }
  const attempts = attemptsByStep(results)
  for (const link of linksOf<ShownStep>(results)) {
    const { step, prompt } = link
    const { drawing, guess } = step.content
    if (drawing !== undefined) {
      scenes.push({ kind: 'drawing', step, png: drawing, prompt: isTold ? prompt : null })
      tellWord(drawing)
    } else if (guess !== undefined) {
      tellWord(null)
      scenes.push({ kind: 'guess', guess, tries: wrongTries(attempts, step), ...link })
    }
  }
  tellWord(null)
  scenes.push({ kind: 'end', results })
  return scenes
}

/** The duration of a scene in ms, before the page turns. The last one stays open. */
export function sceneMs(scene: Scene): number {
  switch (scene.kind) {
    case 'word':
      return WORD_MS
    case 'drawing':
      return scene.step.strokes?.length ? replayMs(scene.step.strokes) + AFTER_REPLAY_MS : STILL_MS
    case 'guess':
      return guessTimes(scene.tries).end + scene.guess.length * PER_LETTER_MS
    case 'prizes':
      return PRIZES_MS + scene.prizes.length * PER_PRIZE_MS
    case 'end':
      return Number.POSITIVE_INFINITY
  }
}

const HIDDEN: Record<Hidden, string> = {
  you: 'You hid',
  blocked: 'A player you blocked made',
  all: 'There was, and was removed,',
}

/** A description of a scene in one sentence, for screen readers. */
export function sceneText(scene: Scene): string {
  switch (scene.kind) {
    case 'word':
      return `The word was ${scene.word}.`
    case 'drawing':
      if (scene.step.hidden) return `${HIDDEN[scene.step.hidden]} a drawing.`
      return `${authorOf(scene.step)} drew ${scene.prompt ?? 'the word of the day'}.`
    case 'guess':
      if (scene.step.hidden) return `${HIDDEN[scene.step.hidden]} a guess.`
      return `${authorOf(scene.step)} ${tried(scene.tries)}guessed ${scene.guess}${scored(scene)}.`
    case 'prizes':
      return `Table prizes. ${scene.prizes.map(prizeText).join('. ')}.`
    case 'end':
      return scene.results.finalGuess === null
        ? `${waitingText(scene.results)} The end.`
        : `It ended as ${scene.results.finalGuess}: ${nearOf(scene.results.similarityScore, scene.results.word)}. The end.`
  }
}

const tried = (tries: readonly string[]): string =>
  tries.length === 0 ? '' : `tried ${tries.join(', ')}, and `

const authorOf = ({ username, house }: ShownStep): string =>
  house ? `${username}, the house,` : isolatedName(username)

const scored = ({ step: { similarityScore }, prompt, wentWrong }: Link): string =>
  similarityScore === undefined
    ? ''
    : `: ${nearOf(similarityScore, prompt)}${wentWrong ? '. Here it went wrong' : ''}`

const nearOf = (score: number, prompt: string): string =>
  `${nearnessText(score).toLowerCase()}, ${score}% of ${prompt}`
