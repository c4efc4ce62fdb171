/** The figures of one second of a load, in one process or in all, as JSON. */
export interface Slice {
  /** The number of the slice. Its length is in the report. */
  readonly at: number
  /** Calls that became due. */
  readonly due: number
  /** Calls that were sent. */
  readonly sent: number
  /** Calls that the generator sent late. */
  readonly late: number
  /** Players who have the game open at the end of the slice. */
  readonly active: number
  /** Players who arrived. */
  readonly arrived: number
  /** Submitted turns. */
  readonly turns: number
  /** Failed calls by error code. */
  readonly errors: Readonly<Record<string, number>>
  /** Calls that the rules of the game refused, by error code. */
  readonly refusals: Readonly<Record<string, number>>
  /** By the name of the call. */
  readonly calls: Readonly<Record<string, CallSlice>>
  /** How late the generator was, as a packed histogram. */
  readonly lateness: string
  /** Of the generator: cores that it used. */
  readonly cpu: number
  /** Of the generator. */
  readonly memoryMb: number
}

export interface CallSlice {
  readonly errors: number
  /** The time from due to response, as a packed histogram. */
  readonly latency: string
}
