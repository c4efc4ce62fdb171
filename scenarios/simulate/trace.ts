import type { Person } from '../bots/people.ts'
import type { PersonaName } from '../bots/personas.ts'
import type { Step } from '../runner/language/steps.ts'

/** An action of the simulation, as a step that a scenario can repeat. */
export interface TraceEntry {
  readonly step: Step
  /** The index of the group; null for steps that affect all groups, such as clock changes. */
  readonly group: number | null
  /** The day of the action, from 1; 0 while groups are created. */
  readonly day: number
}

export interface TracedBot extends Person {
  readonly persona: PersonaName
}

/** The actions of a simulation, for reproducing it with fewer steps. */
export class Trace {
  readonly entries: TraceEntry[] = []
  readonly bots = new Map<string, TracedBot>()
  day = 0

  note(step: Step, group: number | null = null): void {
    this.entries.push({ step, group, day: this.day })
  }
}
