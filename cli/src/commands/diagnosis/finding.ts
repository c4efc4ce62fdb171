/** The result of one check of `inkling doctor`. */
export interface Finding {
  readonly about: string
  readonly state: 'good' | 'notice' | 'bad'
  /** The result of the check, and how to fix a problem. */
  readonly finding: string
}
