import { styleText } from 'node:util'

type Format = Parameters<typeof styleText>[0]

/** Colours a text, or returns it unchanged without colour. */
export type Paint = (format: Format, text: string) => string

export const painter = (color: boolean): Paint =>
  color ? (format, text) => styleText(format, text, { validateStream: false }) : (_, text) => text
