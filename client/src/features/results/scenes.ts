import type { ChainStep, GameResults } from '@inkling/mock-server/contract/schemas/results'
import { filmMs } from './film-length.ts'

/** What the story shows one after the other. */
export type Scene =
  | { kind: 'word'; word: string }
  | { kind: 'drawing'; step: ChainStep; png: string; prompt: string }
  | { kind: 'guess'; step: ChainStep; guess: string; seen: string | null }
  | { kind: 'end'; results: GameResults }

/** Long enough to read, short enough to want the next one. */
const WORD_MS = 2800
const STILL_MS = 3800
/** A finished drawing is looked at for this long. */
const AFTER_FILM_MS = 2000
const GUESS_MS = 4200
const PER_LETTER_MS = 45

/** Where nobody played there is nothing to tell. */
export const hasStory = ({ chain }: GameResults): boolean => chain.length > 0

/** The chain as a story: the word, each step, how it ended. */
export function scenesOf(results: GameResults): Scene[] {
  const scenes: Scene[] = [{ kind: 'word', word: results.word }]
  let prompt = results.word
  let seen: string | null = null
  for (const step of results.chain) {
    const { drawing, guess } = step.content
    if (drawing !== undefined) {
      scenes.push({ kind: 'drawing', step, png: drawing, prompt })
      seen = drawing
    } else if (guess !== undefined) {
      scenes.push({ kind: 'guess', step, guess, seen })
      prompt = guess
    }
  }
  scenes.push({ kind: 'end', results })
  return scenes
}

/** How long a scene stands when nobody turns the page; the last one stays. */
export function sceneMs(scene: Scene): number {
  switch (scene.kind) {
    case 'word':
      return WORD_MS
    case 'drawing':
      return scene.step.strokes?.length ? filmMs(scene.step.strokes) + AFTER_FILM_MS : STILL_MS
    case 'guess':
      return GUESS_MS + scene.guess.length * PER_LETTER_MS
    case 'end':
      return Number.POSITIVE_INFINITY
  }
}

/** A scene in one sentence, for whoever cannot see it. */
export function sceneText(scene: Scene): string {
  switch (scene.kind) {
    case 'word':
      return `The word was ${scene.word}.`
    case 'drawing':
      return `${scene.step.username} drew ${scene.prompt}.`
    case 'guess':
      return `${scene.step.username} guessed ${scene.guess}${scored(scene.step)}.`
    case 'end':
      return scene.results.finalGuess === null
        ? 'Nobody guessed. The end.'
        : `It ended as ${scene.results.finalGuess}, ${scene.results.similarityScore}% right. The end.`
  }
}

const scored = ({ similarityScore }: ChainStep): string =>
  similarityScore === undefined ? '' : `, ${similarityScore}% right`
