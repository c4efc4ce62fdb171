import { holds } from './findings.ts'
import { pointsOf } from './point.ts'

export const LIMIT_POINTS = pointsOf('Limits', 'write', { isLimit: true })({
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
