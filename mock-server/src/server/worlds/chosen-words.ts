import { dayAt, type GameDay } from '../../core/rules/time/day.ts'
import type { Clock, Content } from '../../engine/ports.ts'

/** The words of the games of a day. */
export type WordsByDay = Readonly<Record<GameDay, string>>

/** The content with a chosen word for all games of some days, so that a recorded game comes back with its word. */
export function withWords(content: Content, chosen: WordsByDay, clock: Clock, timeZone: string): Content {
  const lists = new Map(
    Object.entries(chosen).map(([day, word]) => [
      day,
      (['easy', 'hard'] as const).map((difficulty) => ({ word, category: '', difficulty })),
    ]),
  )
  return {
    get words() {
      return lists.get(dayAt(clock.now(), timeZone)) ?? content.words
    },
    draw: (word, seed) => content.draw(word, seed),
  }
}
