/*
 * Rules for text that other players read: it must contain a visible character, and no control
 * characters or marks that change the direction of the surrounding text.
 */

/** Letters, digits, punctuation and symbols, except invisible ones: fillers, zero-width characters, blank Braille. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Control characters, lone surrogates, line separators, and text direction marks. */
export const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export const isVisible = (text: string): boolean => VISIBLE.test(text)

export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text)
