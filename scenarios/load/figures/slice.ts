/** The figures of one second of a load, in one process or in all, as JSON. */
export interface Slice {
  /** The number of the slice. Its length is in the report. */
  readonly at: number
  /** Calls that became due. */
  readonly due: number
  readonly sent: number
  /** Calls that the generator sent late. */
  readonly late: number
  /** Players who have the game open at the end of the slice. */
  readonly active: number
  readonly arrived: number
  /** Submitted turns. */
  readonly turns: number
  /** Failed calls by error code. */
  readonly errors: Readonly<Record<string, number>>
  /** Calls that the rules of the game refused, by error code. */
  readonly refusals: Readonly<Record<string, number>>
  /** Figures by the name of the call. */
  readonly calls: Readonly<Record<string, CallSlice>>
  /** Delays of the generator when sending calls, as a packed histogram. */
  readonly lateness: string
  /** Cores used by the generator. */
  readonly cpu: number
  /** Resident memory of the generator. */
  readonly memoryMb: number
}

export interface CallSlice {
  readonly errors: number
  /** Times from the due time to the response, as a packed histogram. */
  readonly latency: string
}
