import { type Examples, examplesAt } from '../../runner/language/reference/examples.ts'

/** Examples of load files, by the part of the language and the word. */
export const readLoadExamples = (): Examples => examplesAt(new URL('./load-examples.yaml', import.meta.url))
