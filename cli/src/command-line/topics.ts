/** The topics of `inkling help`, besides commands. */
export const TOPICS = ['environment', 'exit-codes', 'output', 'targets'] as const

export type Topic = (typeof TOPICS)[number]
