/** The behaviour of a bot. Its times are in seconds; with a fast pace, bots do not wait for them. */
export interface Persona {
  readonly name: PersonaName
  /** Whether it ever starts a turn. */
  readonly plays: boolean
  readonly drawSeconds: readonly [min: number, max: number]
  readonly secondsPerGuess: readonly [min: number, max: number]
  /** The probability (0 to 1) that the bot guesses the recognised word, rather than another word of its category. */
  readonly attention: number
  /** The share of the strokes of a drawing that the bot draws, 0 to 1. */
  readonly patience: number
  /** Sends every submission twice and makes needless calls. */
  readonly repeatsItself: boolean
  /** Leaves in the middle of its turn. */
  readonly leaves: boolean
  /** Tries guesses that servers with reports refuse: profanity, and a link. */
  readonly swears: boolean
  /** Reports what it is given in its turn, passes every other one of these turns, and blocks players now and then. */
  readonly reports: boolean
  /** Comes back to the page of yesterday's turn and sends what was left there, before it plays. */
  readonly comesBack: boolean
  /** Goes on with each turn on a second device. */
  readonly switchesDevice: boolean
}

export const PERSONA_NAMES = [
  'steady',
  'careless',
  'slow',
  'absent',
  'spammer',
  'leaver',
  'troll',
  'reporter',
  'latecomer',
  'switcher',
] as const
export type PersonaName = (typeof PERSONA_NAMES)[number]

/** What each of them does, after its name. */
export const PERSONA_TEXTS: Readonly<Record<PersonaName, string>> = {
  steady: 'plays well',
  careless: 'draws and guesses hastily',
  slow: 'takes nearly five minutes, and runs out of time now and then',
  absent: 'never plays',
  spammer: 'sends everything twice',
  leaver: 'leaves in mid-turn',
  troll: 'tries guesses that are refused',
  reporter: 'reports, passes turns and blocks',
  latecomer: 'leaves turns open overnight, and sends them the next day',
  switcher: 'starts turns on one device and ends them on another',
}

const steady: Persona = {
  name: 'steady',
  plays: true,
  drawSeconds: [35, 110],
  secondsPerGuess: [5, 18],
  attention: 1,
  patience: 1,
  repeatsItself: false,
  leaves: false,
  swears: false,
  reports: false,
  comesBack: false,
  switchesDevice: false,
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
  troll: { ...steady, name: 'troll', swears: true },
  reporter: { ...steady, name: 'reporter', reports: true },
  latecomer: { ...steady, name: 'latecomer', comesBack: true },
  switcher: { ...steady, name: 'switcher', switchesDevice: true },
}
