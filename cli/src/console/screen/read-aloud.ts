import { createInterface } from 'node:readline'
import { counted } from '@inkling/scenarios/text/counted'
import type { ServerEvent } from '../../calls/event-stream.ts'
import { wordsOf } from '../../command-line/command-words.ts'
import { width } from '../../output/table.ts'
import { wrapped } from '../../output/text.ts'
import type { Ask } from '../../safety/consent.ts'
import { cleaned, writeOut } from '../../terminal-text.ts'
import type { ConsoleParts } from '../console-parts.ts'
import { runCommand } from '../running/run-command.ts'
import { eventText, timeOf } from '../watch/event-text.ts'
import type { WatchedGame } from '../watch/watched-games.ts'

const HELP =
  'Type games, game NUMBER, status or quit; anything else runs as an inkling command, such as daily trigger.'

const QUIT = ['quit', 'q', 'exit']

/** Wraps a line to the terminal width between words. Without a terminal, lines stay whole. */
function inLines(line: string): string {
  const { columns } = process.stdout
  return columns === undefined || width(line) <= columns ? line : wrapped(line, columns).join('\n')
}

/**
 * The console as plain lines, for screen readers and braille displays: events are printed, questions are answered on
 * the next line.
 */
export async function readAloud({ store, flags, environment, watch }: ConsoleParts): Promise<number> {
  const say = (text: string) => {
    for (const line of text.split('\n')) writeOut(`${inLines(cleaned(line))}\n`)
  }
  const input = createInterface({ input: process.stdin })
  // Created at once, so that no line is lost.
  const lines = input[Symbol.asyncIterator]()
  /** Reads the answer from the next line; empty at the end of the input. */
  const ask: Ask = async ({ question, typed }) => {
    say(`${question} ${typed === null ? 'Type y or n.' : `Type ${typed} to continue.`}`)
    return (await lines.next()).value ?? ''
  }
  let printed = {
    problem: null as string | null,
    kind: null as string | null,
    event: undefined as ServerEvent | undefined,
    connection: 'connecting',
  }
  let onAnswered = () => {}
  /** Resolves once the server has answered or failed. Input waits for it. */
  const answered = new Promise<void>((resolve) => {
    onAnswered = resolve
  })
  const report = () => {
    const { problem, kind, events, connection, status } = store.get()
    const before = printed
    printed = { problem, kind, event: events.at(-1), connection }
    if (problem !== null && problem !== before.problem) say(problem)
    if (connection === 'live' && before.connection === 'lost') say('The server answers again.')
    if (kind !== null && before.kind === null) {
      sayStatus()
      say(HELP)
    }
    if (kind !== null || problem !== null) onAnswered()
    for (const event of eventsAfter(before.event, events)) {
      say(`${timeOf(event.at, status?.timeZone)} ${eventText(event, store.get())}`)
    }
  }
  const sayStatus = () => {
    const { status, target, targetKind, games } = store.get()
    const clock = status
      ? ` ${status.day}, ${timeOf(status.now, status.timeZone, false)}, clock ${status.clock}.`
      : ''
    say(
      `Inkling at ${target}, ${targetKind}.${clock} ${status?.counts.users ?? 'Unknown'} players, ${games.length} games of the day.`,
    )
  }
  const unsubscribe = store.subscribe(report)
  report()

  const answer = async (line: string): Promise<void> => {
    const [name = '', number = ''] = wordsOf(line)
    const { games } = store.get()
    if (name === '' || name === 'help') return void say(HELP)
    if (name === 'status') return sayStatus()
    if (name === 'games') return void say(games.map(gameLine).join('\n') || 'No games.')
    const game = games[Number(number) - 1]
    if (name === 'game' && /^\d+$/.test(number)) {
      if (!game) return void say(`There is no game ${number}. Type games to list them.`)
      await watch.loadDetails(game.id)
      return void say(chainLines(store.get().games.find(({ id }) => id === game.id) ?? game))
    }
    const listener = { onLine: say, ask }
    const code = await runCommand(wordsOf(line), { ...flags, color: false }, environment, listener).ended
    if (code !== 0) say(`The command exited with code ${code}.`)
    await watch.refresh()
  }

  process.once('SIGTERM', () => input.close())
  await answered
  for await (const line of lines) {
    if (QUIT.includes(line.trim())) break
    await answer(line)
  }
  unsubscribe()
  watch.stop()
  input.close()
  process.stdin.destroy()
  return 0
}

/** The events that followed one; all if it is no longer in the list, which is limited in length. */
export const eventsAfter = (
  last: ServerEvent | undefined,
  events: readonly ServerEvent[],
): readonly ServerEvent[] => (last === undefined ? events : events.slice(events.indexOf(last) + 1))

function gameLine({ name, word, status, players }: WatchedGame, at: number): string {
  const played = players.filter((player) => player.status === 'completed').length
  return `${at + 1}: ${name}, ${word ?? 'word unknown'}, ${status}, ${played} of ${players.length} have played.`
}

function chainLines({ name, steps, turn }: WatchedGame): string {
  const lines = steps.map((step, at) =>
    step.type === 'drawing'
      ? `${at + 1}: ${step.name} drew ${step.said}.`
      : `${at + 1}: ${step.name} guessed ${step.said}, ${step.score ?? 0} percent.`,
  )
  const now = turn ? [`${turn.name} ${turn.type === 'drawing' ? 'draws' : 'guesses'} now.`] : []
  return [`${name}, ${counted(steps.length, 'step')}.`, ...lines, ...now].join('\n')
}
