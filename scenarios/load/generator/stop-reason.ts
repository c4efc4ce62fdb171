/** Reasons for an early end of a load, by their code in reports. Each continues the sentence "Stopped early: ...". */
const STOP_REASONS = {
  calls: 'the limit of calls was reached',
  duration: 'the time limit was reached',
  errors: 'too many calls failed',
  clock: 'the clock of the server could not be changed',
  interrupted: 'it was interrupted',
} as const

export type StopReason = keyof typeof STOP_REASONS

/** The sentence about the early end of a load, without a full stop; null for a load that was not stopped. */
export function stopSentence({ stopped, clockFailure }: EarlyEnd): string | null {
  if (stopped === null) return null
  const detail = stopped === 'clock' && clockFailure !== null ? `: ${clockFailure}` : ''
  return `Stopped early: ${STOP_REASONS[stopped]}${detail}`
}

interface EarlyEnd {
  readonly stopped: StopReason | null
  readonly clockFailure: string | null
}
