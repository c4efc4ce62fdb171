import { HEADER } from '@inkling/mock-server/contract/table/headers'
import { holds, Unreached } from './findings.ts'
import { draws, MINUTE } from './plays.ts'
import { pointsOf } from './point.ts'

const responses = pointsOf('Requests and responses', 'write', {
  'private replies must not be stored, and every reply says the time zone of the game': async (probe) => {
    const { ann } = await probe.circle(1)
    for (const name of ['getToday', 'getProfile', 'getHistory'] as const) {
      const { headers } = await probe.ask(name, {}, ann.token)
      const caching = headers['cache-control'] ?? 'missing'
      holds(/\bno-store\b/.test(caching), `cache-control of a private reply is ${caching}`)
      const zone = headers[HEADER.gameTimeZone] ?? ''
      holds(isTimeZone(zone), `${HEADER.gameTimeZone} is '${zone}'`)
    }
  },
  'every response has an id of its own': async (probe) => {
    if (!probe.target.isShared) throw new Unreached('calls in this process have no ids')
    const ids = await Promise.all(
      (['getProfile', 'getExtensions'] as const).map(
        async (name) => (await probe.ask(name)).headers['x-request-id'],
      ),
    )
    holds(ids.every(Boolean) && ids[0] !== ids[1], `the ids are ${ids.join(' and ')}`)
  },
})

const previews = pointsOf('Results', ['previews', 'write'], {
  'the picture of a link shows public results only': async (probe) => {
    const { baseUrl, fetch } = probe.target
    const { ann, ben, gameId, id } = await probe.circle(2)
    /** The picture of a game: a refusal, or the same as that of any unknown game, shows nothing. */
    const pictureOf = async (id: string) => {
      const response = await fetch(`${baseUrl}/previews/results/${id}.jpg`)
      return response.ok ? Buffer.from(await response.arrayBuffer()).toString('base64') : ''
    }
    const none = await pictureOf('AAAAAAAAAAAAAAAAAAAAAA')
    await draws(ann)
    holds((await pictureOf(gameId)) === none, 'an open game has a preview')
    await probe.replies('skipTurn', {}, ben)
    holds((await pictureOf(gameId)) !== none, 'a completed game has no preview of its own')
    const { error } = await probe.ask('updateGroupSettings', { id, publicResults: false }, ann.token)
    if (error) throw new Unreached('the server has no private results')
    holds((await pictureOf(gameId)) === none, 'results that are not public have a preview')
  },
})

const timed = pointsOf('Requests and responses', 'controls', {
  'Date is the time of the clock of the server': async (probe) => {
    const ann = await probe.stranger()
    const { now } = await probe.replies('getClock')
    const { headers } = await probe.ask('getProfile', {}, ann.token)
    const apart = Math.abs(Date.parse(headers.date ?? '') - Date.parse(now))
    holds(apart < MINUTE, `Date is ${headers.date ?? 'missing'} at ${now}`)
  },
})

function isTimeZone(zone: string): boolean {
  try {
    return zone !== '' && new Intl.DateTimeFormat('en', { timeZone: zone }) !== null
  } catch {
    return false
  }
}

const limits = pointsOf('Limits', ['write', 'limits'], {
  'after ten failed codes a player has to wait, as long as Retry-After says': async (probe) => {
    const ann = await probe.stranger()
    for (let tries = 1; tries <= 12; tries++) {
      const { status, headers } = await probe.ask('joinGroup', { code: `ZZZZ${tries + 20}` }, ann.token)
      if (status !== 429) continue
      holds(tries === 11, `the ${tries}th failed code is refused, not the 11th`)
      holds(Number(headers['retry-after']) > 0, `Retry-After is ${headers['retry-after']}`)
      return
    }
    holds(false, 'twelve failed codes are not limited')
  },
})

export const RESPONSE_POINTS = [...responses, ...previews, ...timed, ...limits]
