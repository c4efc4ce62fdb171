import { createInterface } from 'node:readline'
import { wordsOf } from './command-words.ts'
import type { ConsoleParts } from './console-parts.ts'
import { eventText, timeOf } from './event-text.ts'
import { runCommand } from './run-command.ts'
import type { WatchedGame } from './watched.ts'

const HELP =
  'Write games, game NUMBER, status or quit; anything else is run as an inkling command, such as daily trigger.'

/** The console as plain lines, for those who hear or feel them: what happens is told, what is asked is answered. */
export async function readAloud({ store, flags, watch }: ConsoleParts): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const input = createInterface({ input: process.stdin })
  let told = {
    problem: null as string | null,
    kind: null as string | null,
    events: 0,
    connection: 'connecting',
  }
  let met = () => {}
  /** What is written before the server has answered waits for it. */
  let working = new Promise<void>((resolve) => {
    met = resolve
  })
  const tell = () => {
    const { problem, kind, events, connection, status } = store.get()
    const before = told
    told = { problem, kind, events: events.length, connection }
    if (problem !== null && problem !== before.problem) say(problem)
    if (connection === 'live' && before.connection === 'lost') say('The server answers again.')
    if (kind !== null && before.kind === null) {
      sayStatus()
      say(HELP)
    }
    if (kind !== null || problem !== null) met()
    for (const event of events.slice(before.events)) {
      say(`${timeOf(event.at, status?.timeZone)} ${eventText(event, store.get())}`)
    }
  }
  const sayStatus = () => {
    const { status, target, games } = store.get()
    const clock = status
      ? ` ${status.day}, ${timeOf(status.now, status.timeZone, false)}, clock ${status.clock}.`
      : ''
    say(
      `Inkling at ${target}.${clock} ${status?.counts.users ?? 'Unknown'} players, ${games.length} games of the day.`,
    )
  }
  const unsubscribe = store.subscribe(tell)
  tell()

  const answer = async (line: string): Promise<void> => {
    const [name = '', number = ''] = wordsOf(line)
    const { games } = store.get()
    if (name === '' || name === 'help') return void say(HELP)
    if (name === 'status') return sayStatus()
    if (name === 'games') return void say(games.map(gameLine).join('\n') || 'No games.')
    const game = games[Number(number) - 1]
    if (name === 'game' && /^\d+$/.test(number)) {
      if (!game) return void say(`There is no game ${number}: games lists them.`)
      await watch.look(game.id)
      return void say(chainLines(store.get().games.find(({ id }) => id === game.id) ?? game))
    }
    const code = await runCommand(wordsOf(line), { ...flags, color: false }, say).ended
    if (code !== 0) say(`The command ended with exit code ${code}.`)
    await watch.refresh()
  }

  await new Promise<void>((resolve) => {
    input.on('line', (line) => {
      if (['quit', 'q', 'exit'].includes(line.trim())) return resolve()
      working = working.then(() => answer(line))
    })
    input.once('close', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  await working
  unsubscribe()
  watch.stop()
  input.close()
  process.stdin.destroy()
  return 0
}

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
  return [`${name}, ${steps.length} steps.`, ...lines, ...now].join('\n')
}
