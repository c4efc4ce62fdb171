/*
 * What players may write where others read it (api.md, small print): something must be visible, and nothing may be
 * hidden or change the direction of the text around it.
 */

/** Letters, digits, punctuation and symbols, but none that is drawn as nothing: fillers, zero-width, blank Braille. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Control characters, lone surrogates, line separators, and the marks that set the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Whether at least one character can be seen. */
export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Whether the text is free of control characters and of marks that set its direction. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text)
