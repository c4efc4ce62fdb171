/* How the keyboards of phones treat what is typed in a field. */

/** For names, which no dictionary knows. */
export const NAME_KEYBOARD = { autoCapitalize: 'words', autoCorrect: 'off', spellCheck: false } as const

/** For codes of capital letters and digits. */
export const CODE_KEYBOARD = { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false } as const

/** For guesses: a word that is replaced by another one costs an attempt. */
export const GUESS_KEYBOARD = { autoCapitalize: 'off', autoCorrect: 'off', spellCheck: true } as const
