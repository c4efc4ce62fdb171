import { type Step, stepWord } from './language.ts'

/** Who acts in a step and what it does, in the words of the file. */
export function titleOf(step: Step): { who: string; what: string } {
  const what = step.label
  if ('bot' in step) return { who: [step.bot].flat().join(', '), what: what ?? step.do }
  if ('admin' in step) return { who: 'admin', what: what ?? step.admin }
  if ('http' in step) return { who: step.as ?? '', what: what ?? `${step.http.method} ${step.http.path}` }
  if ('clock' in step) return { who: 'clock', what: what ?? clockTitle(step.clock) }
  if ('fault' in step) return { who: 'faults', what: what ?? (step.fault === 'clear' ? 'clear' : 'add') }
  if ('stage' in step) return { who: step.as, what: what ?? 'stage' }
  if ('world' in step) {
    const [[verb = '', name = ''] = []] =
      typeof step.world === 'string' ? [[step.world]] : Object.entries(step.world)
    return { who: 'world', what: what ?? `${verb} ${name}`.trim() }
  }
  if ('server' in step) return { who: 'server', what: what ?? step.server }
  if ('socket' in step) return { who: step.as, what: what ?? `socket ${step.socket}` }
  if ('barrier' in step) return { who: step.barrier.join(', '), what: what ?? 'barrier' }
  if ('set' in step) return { who: '', what: what ?? `set ${Object.keys(step.set).join(', ')}` }
  if ('check' in step) return { who: step.check, what: what ?? 'check' }
  if ('say' in step) return { who: '', what: what ?? 'say' }
  if ('repeat' in step) return { who: '', what: what ?? `repeat ${step.repeat}` }
  if ('for-each' in step) return { who: '', what: what ?? `for each ${step.as}` }
  if ('wait-until' in step) {
    return {
      who: [step['wait-until'].bot].flat().join(', '),
      what: what ?? `wait until ${step['wait-until'].do}`,
    }
  }
  if ('include' in step) return { who: '', what: what ?? `include ${step.include}` }
  return { who: '', what: what ?? stepWord(step) ?? '' }
}

function clockTitle(clock: 'freeze' | 'resume' | { advance: string } | { to: string }): string {
  if (typeof clock === 'string') return clock
  return 'advance' in clock ? `+${clock.advance}` : `to ${clock.to}`
}
