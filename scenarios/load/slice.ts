/** What happened in one second of a load, in one process or in all; JSON can hold it. */
export interface Slice {
  /** Seconds from the start; the length of a slice stands in the report. */
  readonly at: number
  /** Calls that became due. */
  readonly due: number
  /** Calls that were sent. */
  readonly sent: number
  /** Calls that the generator sent late. */
  readonly late: number
  /** Players who have the game open at the end of it. */
  readonly active: number
  /** Players who came. */
  readonly arrived: number
  /** Turns that were handed in. */
  readonly turns: number
  /** Failed calls by error code. */
  readonly errors: Readonly<Record<string, number>>
  /** Calls that the rules of the game refused, by error code. */
  readonly refusals: Readonly<Record<string, number>>
  /** By the name of the call. */
  readonly calls: Readonly<Record<string, CallSlice>>
  /** How late the generator was, packed. */
  readonly lateness: string
  /** Of the generator: cores that it used. */
  readonly cpu: number
  /** Of the generator. */
  readonly memoryMb: number
}

export interface CallSlice {
  readonly errors: number
  /** From when the call was due to its answer: a packed histogram. */
  readonly latency: string
}
