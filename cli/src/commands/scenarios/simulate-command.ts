import { PERSONA_NAMES, PERSONA_TEXTS } from '@inkling/scenarios/bots/personas'
import { commandLine } from '../../command-line/command-words.ts'
import { invocation } from '../../command-line/invocation.ts'
import type { Command } from '../shared/command.ts'
import { endWith } from '../shared/end.ts'
import { wholeNumber } from '../shared/numbers.ts'
import { begin } from '../shared/perform.ts'

export function addSimulate(program: Command): void {
  program
    .command('simulate')
    .description('simulate days of many groups in virtual time, and print a summary')
    .option('--groups <number>', 'number of groups', wholeNumber(1, 10_000), 20)
    .option('--players <number>', 'players per group', wholeNumber(1, 50), 6)
    .option(
      '--strangers <number>',
      'number of players without a group, who play public games',
      wholeNumber(0, 10_000),
      0,
    )
    .option('--days <number>', 'number of days', wholeNumber(1, 3650), 30)
    .option(
      '--personas <names>',
      `assigned to the players of a group in rotation: ${PERSONA_NAMES.map((name) => `${name} ${PERSONA_TEXTS[name]}`).join('; ')}`,
      'steady,steady,careless,slow',
    )
    .option(
      '--invariants',
      'check the rules of the game after every step; a broken rule ends the simulation with exit code 5 and writes a small scenario that reproduces it',
    )
    .option('--keep', "do not restore the server's world and clock")
    .addHelpText(
      'after',
      `\nThe simulation runs on its own in-process server, unless the command line names one with --target. On a named\nserver it moves the clock for everyone, and restores world and clock at the end; changes made by others during the\nsimulation are lost.`,
    )
    .examples(
      'simulate --groups 20 --players 6 --days 30',
      'simulate --groups 3 --days 365 --personas steady,careless,absent --invariants',
      'simulate --groups 2 --strangers 20 --personas steady,reporter --invariants',
      'simulate --groups 5 --days 3 --target http://localhost:4000',
    )
    .action(async (options, command: Command) => {
      const { settings, printer } = await begin(command, 'asks-later')
      const { runSimulation } = await import('./simulation.ts')
      const { simulationText } = await import('./simulation-text.ts')
      const { progressBar } = await import('../../output/progress-bar.ts')
      const bar = progressBar(settings)
      const result = await runSimulation(settings, options, {
        day: ({ day, days, games }) => bar.show(day / days, `day ${day} of ${days}, ${games} games`),
        shrinking(violations) {
          bar.clear()
          for (const violation of violations) printer.say(`✗ ${violation}`)
          printer.say('a rule is broken: searching for the fewest steps that break it ...')
        },
      })
      bar.clear()
      printer.print(result.simulation, simulationText)
      const { shrunkTo, isRepeated, isByChance, target, leftAt } = result
      if (shrunkTo !== null && isRepeated) {
        const often = isByChance ? ['--repeat', '10'] : []
        const on = target === null ? [] : ['--target', target]
        const words = ['scenario', 'run', shrunkTo, ...often, ...on]
        const how = isByChance
          ? 'reproduces it, but may need several runs, because its faults have a probability'
          : 'reproduces it'
        printer.say(`${shrunkTo} ${how}: ${invocation()} ${commandLine(words)}`)
      } else if (shrunkTo !== null) {
        printer.say(
          `repeating the same steps broke no rule; ${shrunkTo} has all of them. Others may have used the server at the same time.`,
        )
      }
      const { timings, wallMs, summary } = result.simulation
      const rate = Math.round(summary.games / (wallMs / 1000))
      printer.say(
        `${(wallMs / 1000).toFixed(1)} s, ${rate} games a second; ${timings.calls} calls, p50 ${timings.p50.toFixed(2)} ms, p95 ${timings.p95.toFixed(2)} ms`,
      )
      if (leftAt !== null) {
        printer.say(
          `the server's clock is frozen at ${leftAt}; \`inkling clock resume\` returns it to the real time.`,
        )
      }
      endWith(settings, result.exitCode, 'RULE_BROKEN')
    })
}
