import { styleText } from 'node:util'
import { tierOf } from '@inkling/mock-server/contract/score-tiers'

type Format = Parameters<typeof styleText>[0]

/** Colours a text, or returns it unchanged without colour. */
export type Paint = (format: Format, text: string) => string

export const painter = (color: boolean): Paint =>
  color ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text

const SCORE_COLOR = { green: 'green', yellow: 'yellow', orange: 'red', grey: 'gray' } as const

/** The colour of a score, as in the game's own badge. */
export const scoreColor = (score: number) => SCORE_COLOR[tierOf('badge', score)]
