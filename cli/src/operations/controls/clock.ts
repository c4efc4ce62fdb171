import type { ClockState } from '@inkling/mock-server/contract/schemas/control'
import { controls } from '../../calls/connect.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import { durationOf } from '../../command-line/durations.ts'
import type { Settings } from '../../settings/settings.ts'

type Work = (settings: Settings) => Promise<ClockState>

export const showClock: Work = async (settings) => (await controls(settings)).getClock()

export function setClock(time: string): Work {
  if (!/\dT\d.*(Z|[+-]\d\d:?\d\d)$/.test(time) || Number.isNaN(Date.parse(time))) {
    throw new CliError(
      EXIT.usage,
      `'${time}' is not a time with an offset. Write it as 2026-03-07T23:40:00-05:00.`,
    )
  }
  return async (settings) => (await controls(settings)).changeClock({ body: { set: time } })
}

export function advanceClock(duration: string): Work {
  const advanceMs = durationOf(duration)
  return async (settings) => (await controls(settings)).changeClock({ body: { advanceMs } })
}

export function moveClock(move: 'midnight' | 'freeze' | 'resume'): Work {
  const change = {
    midnight: { to: 'midnight' as const },
    freeze: { freeze: true as const },
    resume: { resume: true as const },
  }
  return async (settings) => (await controls(settings)).changeClock({ body: change[move] })
}
