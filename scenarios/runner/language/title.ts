import { type Step, type StepOf, type StepWord, stepWord } from './language.ts'

interface Title {
  readonly who: string
  readonly what: string
}

const TITLES: { readonly [Word in StepWord]: (step: StepOf<Word>) => Title } = {
  bot: (step) => ({ who: [step.bot].flat().join(', '), what: step.do }),
  admin: ({ admin }) => ({ who: 'admin', what: admin }),
  http: ({ http, as }) => ({ who: as ?? '', what: `${http.method} ${http.path}` }),
  barrier: ({ barrier }) => ({ who: barrier.join(', '), what: 'barrier' }),
  parallel: () => ({ who: '', what: 'parallel' }),
  clock: ({ clock }) => ({ who: 'clock', what: clockTitle(clock) }),
  fault: ({ fault }) => ({ who: 'faults', what: fault === 'clear' ? 'clear' : 'add' }),
  stage: ({ as }) => ({ who: as, what: 'stage' }),
  world: ({ world }) => ({ who: 'world', what: worldTitle(world) }),
  server: ({ server }) => ({ who: 'server', what: server }),
  socket: ({ socket, as }) => ({ who: as, what: `socket ${socket}` }),
  set: ({ set }) => ({ who: '', what: `set ${Object.keys(set).join(', ')}` }),
  say: () => ({ who: '', what: 'say' }),
  check: ({ check }) => ({ who: check, what: 'check' }),
  repeat: ({ repeat }) => ({ who: '', what: `repeat ${repeat}` }),
  'for-each': ({ as }) => ({ who: '', what: `for each ${as}` }),
  if: () => ({ who: '', what: 'if' }),
  'wait-until': ({ 'wait-until': call }) => ({
    who: [call.bot].flat().join(', '),
    what: `wait until ${call.do}`,
  }),
  include: ({ include }) => ({ who: '', what: `include ${include}` }),
}

/** Who acts in a step and what it does, in the words of the file. */
export function titleOf(step: Step): Title {
  const title = TITLES[stepWord(step) as StepWord] as (step: Step) => Title
  const { who, what } = title(step)
  return { who, what: step.label ?? what }
}

function clockTitle(clock: StepOf<'clock'>['clock']): string {
  if (typeof clock === 'string') return clock
  return 'advance' in clock ? `+${clock.advance}` : `to ${clock.to}`
}

const worldTitle = (world: StepOf<'world'>['world']): string =>
  typeof world === 'string' ? world : Object.entries(world).flat().join(' ')
