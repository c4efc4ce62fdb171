/** How a bot behaves. Seconds are those of a player, which a fast pace only notes down. */
export interface Persona {
  readonly name: PersonaName
  /** Whether it ever starts a turn. */
  readonly plays: boolean
  readonly drawSeconds: readonly [least: number, most: number]
  readonly secondsPerGuess: readonly [least: number, most: number]
  /** How often a guess is what the drawing was recognised as, rather than something beside it: 0 to 1. */
  readonly attention: number
  /** How much of a drawing gets onto the paper: 0 to 1. */
  readonly patience: number
  /** Sends what it sends twice, and more often than it is asked. */
  readonly repeatsItself: boolean
  /** Leaves in the middle of its turn. */
  readonly leaves: boolean
}

export const PERSONA_NAMES = ['steady', 'careless', 'slow', 'absent', 'spammer', 'leaver'] as const
export type PersonaName = (typeof PERSONA_NAMES)[number]

const steady: Persona = {
  name: 'steady',
  plays: true,
  drawSeconds: [35, 110],
  secondsPerGuess: [5, 18],
  attention: 1,
  patience: 1,
  repeatsItself: false,
  leaves: false,
}

export const PERSONAS: Readonly<Record<PersonaName, Persona>> = {
  steady,
  careless: {
    ...steady,
    name: 'careless',
    drawSeconds: [6, 20],
    secondsPerGuess: [2, 5],
    attention: 0.25,
    patience: 0.6,
  },
  slow: { ...steady, name: 'slow', drawSeconds: [230, 290], secondsPerGuess: [45, 58] },
  absent: { ...steady, name: 'absent', plays: false },
  spammer: {
    ...steady,
    name: 'spammer',
    drawSeconds: [3, 8],
    secondsPerGuess: [1, 2],
    attention: 0.5,
    repeatsItself: true,
  },
  leaver: { ...steady, name: 'leaver', leaves: true },
}
