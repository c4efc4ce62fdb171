import type { Phone } from './memory.ts'

/*
 * Rules that hold for the notifications of players (API.md, Notification times). Each broken rule is a sentence.
 */

export interface SentMessage {
  readonly token: string
  readonly kind: string
}

/** The time in which messages were sent. */
export interface Window {
  readonly from: string
  readonly to: string
}

const MAX_PER_DAY = 2
const NIGHT_HOURS = 12

/** Counts the messages of each player by the day of the player. */
export class PushRules {
  readonly #sent = new Map<string, number>()

  /** @param done the players who had played in today's game before, and still are in that game */
  broken(
    messages: readonly SentMessage[],
    phones: ReadonlyMap<string, Phone>,
    { from, to }: Window,
    done: ReadonlySet<string>,
  ): string[] {
    return messages.flatMap(({ token, kind }) => {
      const phone = phones.get(token)
      // Moderators and operators write at any time.
      if (!phone || kind === 'notice') return []
      const { userId, timeZone } = phone
      const sentences: string[] = []
      if (done.has(userId) && kind !== 'results')
        sentences.push(`${userId} has played, but is sent a message '${kind}'`)
      if (timeZone === undefined) return sentences
      const [first, last] = [localTime(from, timeZone), localTime(to, timeZone)]
      const isShort = Date.parse(to) - Date.parse(from) < NIGHT_HOURS * 3_600_000
      if (isShort && isNight(first.hour) && isNight(last.hour))
        sentences.push(`a message '${kind}' reaches ${userId} at night`)
      if (first.day === last.day) {
        const key = `${userId} ${first.day}`
        const sent = (this.#sent.get(key) ?? 0) + 1
        this.#sent.set(key, sent)
        if (sent > MAX_PER_DAY) sentences.push(`${userId} is sent ${sent} messages on one day`)
      }
      return sentences
    })
  }
}

const isNight = (hour: number): boolean => hour < 9 || hour >= 21

function localTime(instant: string, timeZone: string): { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const [day = '', time = ''] = format.format(new Date(instant)).split(', ')
  return { day, hour: Number.parseInt(time, 10) }
}
