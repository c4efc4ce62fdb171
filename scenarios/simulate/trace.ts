import type { Somebody } from '../bots/people.ts'
import type { PersonaName } from '../bots/personas.ts'
import type { Step } from '../runner/language.ts'

/** A thing that a simulation did, as a step that a scenario can repeat. */
export interface TraceEntry {
  readonly step: Step
  /** The group that it is about; null for the clock and what concerns all. */
  readonly group: number | null
  /** The day that it was done on, from 1; 0 while the groups form. */
  readonly day: number
}

export interface TracedBot extends Somebody {
  readonly persona: PersonaName
}

/** What a simulation did, so that it can be told again with less. */
export class Trace {
  readonly entries: TraceEntry[] = []
  readonly bots = new Map<string, TracedBot>()
  day = 0

  note(step: Step, group: number | null = null): void {
    this.entries.push({ step, group, day: this.day })
  }
}
