import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { isolatedName } from '../../session/names/isolated-name.ts'

interface FlameText {
  readonly title: string
  readonly hint: string
  /** In a row, with today once everybody has played. */
  readonly days: number
  /** Whether everybody has played today. */
  readonly isLit: boolean
}

/** What is said of the days on which everybody came; null for one member, or where the server does not say. */
export function flameText({ daysTogether: days, members }: GroupView): FlameText | null {
  if (days === undefined || members.length < 2) return null
  const playing = members.filter(({ status }) => status !== 'idle')
  const isLit = playing.length > 1 && playing.every(({ status }) => status === 'completed')
  return { title: titleOf(days), hint: isLit ? 'Today everybody came.' : hintOf(days, playing), days, isLit }
}

function titleOf(days: number): string {
  if (days === 0) return 'The fire is not lit yet'
  return days === 1 ? 'Everybody came: 1 day' : `Everybody came: ${days} days in a row`
}

function hintOf(days: number, playing: GroupView['members']): string {
  if (playing.some(({ status }) => status === 'skipped'))
    return days === 0
      ? 'Tomorrow is a good day for all to come.'
      : 'Today got away from somebody. It begins again tomorrow.'
  const [missing, another] = playing.filter(({ status }) => status !== 'completed')
  if (missing && !another && playing.length > 1) {
    const who = missing.hidden === undefined ? isolatedName(missing.username) : 'one player'
    return days === 0 ? `Only ${who} is missing to light it.` : `Only ${who} is missing for day ${days + 1}.`
  }
  return days === 0 ? 'It burns when everybody plays on one day.' : 'It burns on when everybody plays today.'
}
