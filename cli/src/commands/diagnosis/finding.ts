/** The result of one check of `inkling doctor`. */
export interface Finding {
  readonly about: string
  readonly state: 'good' | 'notice' | 'bad'
  /** The result of the check, and how to fix a problem. */
  readonly finding: string
}

const of =
  (state: Finding['state']) =>
  (about: string, finding: string): Finding => ({ about, state, finding })

export const good = of('good')
export const notice = of('notice')
export const bad = of('bad')
