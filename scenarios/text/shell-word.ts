/** Text as one word of bash, zsh or fish. Of these, only fish interprets backslashes within single quotes. */
export const quoted = (text: string): string => `'${text.replace(/['\\]/g, "'\\$&'")}'`

/**
 * Text as one word of bash, zsh or fish, which replaces these variables by their values.
 * @param variables matches each of them, such as `$TOKEN`.
 */
export const quotedExcept = (variables: RegExp, text: string): string =>
  quoted(text).replace(variables, `'"$&"'`)

/** A word of a shell, quoted only if it needs quotes. */
export const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))
