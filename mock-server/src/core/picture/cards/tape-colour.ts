const TAPES = ['pink', 'blue', 'green', 'orange', 'purple', 'yellow'] as const

/** The colour of the tape on the card at an index. */
export const tapeColour = (at: number): (typeof TAPES)[number] => TAPES[at % TAPES.length] ?? 'pink'
