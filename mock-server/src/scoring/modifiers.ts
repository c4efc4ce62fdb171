/** Words that distinguish things of the same kind without naming a different kind. */
const MODIFIERS = new Set(
  (
    'big small little large huge tiny giant mini long short tall fat thin old new young baby cute happy sad angry ' +
    'smiling sleeping flying running jumping swimming dancing walking funny pretty beautiful ugly scary silly nice ' +
    'red blue green yellow black white brown pink purple orange grey gray golden silver dark light bright colorful ' +
    'single lone one two three four five many hairy furry fluffy round open closed broken empty full hot cold wet ' +
    'cartoon my your his her its our their this that with of in on at and or for to from by is'
  ).split(' '),
)

/** Whether the word only describes the word after it ("brown", "two", "my"). */
export const isModifier = (word: string): boolean => MODIFIERS.has(word)
