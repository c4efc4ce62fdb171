import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Colours a text, or returns it unchanged without colour. */
export type Paint = (format: Format, text: string) => string

export const painter = (color: boolean): Paint =>
  color ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text

/** The colour of a score, as in the game's own badge (spec section 9). */
export const scoreColor = (score: number): 'green' | 'yellow' | 'red' | 'gray' =>
  score >= 95 ? 'green' : score >= 70 ? 'yellow' : score >= 50 ? 'red' : 'gray'
