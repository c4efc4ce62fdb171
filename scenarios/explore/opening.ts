import type { Random } from '@inkling/fixtures/random'
import type { Calls } from './calls.ts'
import { phoneOf, ZONES } from './input-values.ts'
import type { PlayedStep } from './played-step.ts'

/** Some of the players make a group, others jump into a public game, and some get messages on a phone. */
export function opening({ options, random }: Calls): PlayedStep[] {
  const { bots, theme, canJumpIn, controls } = options
  const members = bots.slice(0, canJumpIn ? random.pick([theme.members, theme.members, 3]) : 5)
  const strangers = canJumpIn
    ? bots.slice(members.length, random.pick([bots.length, random.whole(members.length, bots.length)]))
    : []
  const [host, ...guests] = members
  return [
    ...(host === undefined ? [] : [{ bot: host, do: 'create-group', with: { name: 'Owls' } }]),
    ...guests.map(joining),
    // A group without a game gets one when a member jumps in.
    ...guests.slice(0, 1).map(jumpingIn),
    ...(theme.prepared === 'blocks' && random.chance(0.5) ? blocks(bots, random) : []),
    ...(theme.prepared === 'devices' ? secondDevice(bots, random, controls) : []),
    ...(theme.prepared === 'games' && controls ? games(bots, random) : []),
    ...random.shuffle(strangers).map(jumpingIn),
    // Who comes from a public game plays in both.
    ...(host === undefined ? [] : strangers.slice(0, random.whole(0, 1)).map(joining)),
    ...bots
      .slice(0, theme.prepared === 'phones' ? bots.length : random.whole(0, 3))
      .flatMap((bot) => withPhone(bot, random)),
  ] as PlayedStep[]
}

const joining = (bot: string) => ({ bot, do: 'join-group', with: { code: `\${code1}` } })

const jumpingIn = (bot: string) => ({ bot, do: 'jump-in' })

const blocks = (bots: readonly string[], random: Random) =>
  Array.from({ length: 2 }, () => {
    const [by, of] = random.shuffle(bots)
    return { bot: by, do: 'block', with: { userId: `\${${of}.userId}` } }
  })

/**
 * One of the bots goes on as the player of another, on a device of its own, and may try to sign out the first one; or comes
 * too late.
 */
function secondDevice(bots: readonly string[], random: Random, controls: boolean) {
  const [of, by] = random.shuffle(bots)
  return [
    { bot: of, do: 'create-move-code' },
    ...(controls && random.chance(0.2) ? [{ clock: { advance: '1h' } }] : []),
    { bot: by, do: 'move-here', with: { code: `\${move1}`, deviceId: `\${${by}.deviceId}`, replace: true } },
    { bot: by, do: 'sign-in-device' },
    { bot: by, do: 'devices' },
    ...random.pick([
      [],
      [{ bot: by, do: 'sign-out-others' }],
      [{ bot: by, do: 'remove-device', with: { id: `\${device1}` } }],
    ]),
  ]
}

/** Completed games of the days before, and one of today in whose group others wait. */
const games = (bots: readonly string[], random: Random) =>
  random
    .shuffle(bots)
    .slice(0, 2)
    .flatMap((bot) => [
      {
        admin: 'create-mock-game',
        with: { userId: `\${${bot}.userId}`, daysAgo: random.whole(1, 2) },
      },
      ...(random.chance(0.5)
        ? [
            { bot, do: 'jump-in' },
            { admin: 'complete-user-game', as: bot },
          ]
        : []),
    ])

/** A player gets messages on a phone, or has turned them off. */
const withPhone = (bot: string, random: Random) => [
  {
    bot,
    do: 'register-token',
    with: { token: phoneOf(bot), platform: 'ios', timeZone: random.pick(ZONES.slice(0, -1)) },
  },
  ...(random.chance(0.2)
    ? [{ bot, do: 'update-notification-settings', with: { pushNotifications: false } }]
    : []),
]
