import { faker } from '@faker-js/faker/locale/en'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIRST_NAMES } from './generated-players.ts'
import { mutations } from './mutations.fixture.ts'
import { randomUsername } from './random-username.ts'
import { loadUsernameCheck } from './username-check.ts'

/** Changes every day (.config/vitest.config.ts). */
const dailySeed = Number(process.env.INKLING_TEST_SEED)

const { adjective, noun } = faker.definitions.word
const check = await loadUsernameCheck()

const isFine = (name: string) => check(name).ok

describe('the username check', () => {
  it.each(FIRST_NAMES)('allows %s, also with a number after it', (name) => {
    expect([check(name), check(`${name}999`)]).toMatchObject([{ ok: true }, { ok: true }])
  })

  it.each([
    ['', 'Username is required'],
    ['x', 'Username must be at least 2 characters long'],
    ['x'.repeat(21), 'Username must be 20 characters or less'],
    ['a b', 'Username can only contain letters, numbers, underscores, and hyphens'],
    ['Zoë', 'Username can only contain letters, numbers, underscores, and hyphens'],
    ['_ann', 'Username cannot start or end with underscores or hyphens'],
    ['ann-', 'Username cannot start or end with underscores or hyphens'],
  ])('refuses "%s" with its message', (name, message) => {
    expect(check(name)).toEqual({ ok: false, message, suggestions: [] })
  })

  it.each(
    (
      'Cassandra Titan Essex Dickens Scunthorpe class_act Matsushita Hancock Assata Cumberland HelloKitty GreatItem ' +
      'FishItem Klara55 Nassau Robocop Contestant Botanist Abbott Bottle Latest Hottest Testament Stafford Sextant shiitake Mississippi Asuka ann-marie Bob00 Niger Huynh Thuy'
    ).split(' '),
  )('accepts %s', (name) => {
    expect(check(name)).toEqual({ ok: true })
  })

  it.each(
    (
      'fuck fuuuuck f_u_c_k FuCk sh1t 5hit shiiit a55 assh0le b1tch biiitch xX_fuck_Xx fuckface99 n1gger niggger ' +
      'c0ck pu55y wh0re merde m3rde putain salope connard suka blyat pizda xuy nahui mudak admin Adm1n admin_42 ' +
      'theModerator test bot B0T bot123 system_1 0fficial Staff supportTeam dumbass bad-ass TESTER testing Tester_1 ' +
      'bots robot Robot_7 ROBOT robotics Administrator adm1nistrator supporter staffer systems huylo Na_huy nahuy bljad shlyuha gondon'
    ).split(' '),
  )('refuses %s', (name) => {
    const verdict = check(name)
    expect(verdict).toMatchObject({ ok: false, message: 'Username contains inappropriate content' })
  })

  it('offers three valid names, always the same for a given name', () => {
    const verdict = check('sh1thead')
    if (verdict.ok) throw new Error('The name should be refused')
    expect(new Set(verdict.suggestions).size).toBe(3)
    expect(verdict.suggestions.every(isFine)).toBe(true)
    expect(check('sh1thead')).toEqual(verdict)
    expect(check('sh1thead2')).not.toEqual(verdict)
  })

  it.each(
    'mod Mods Mod_Jenny m0d TheMod modteam Inkling inkling7 lnkling Inkl1ng InklingTeam TheInkling Jenny-Inkling InkTeam team-ink Owner TheOwner Owner_Jenny gameowner root r00t root_user'.split(
      ' ',
    ),
  )('reserves %s', (name) => {
    expect(check(name)).toMatchObject({ ok: false, message: 'Username contains inappropriate content' })
  })

  it.each(['Player', 'PlayerOne', 'Player1234', 'Players'])('leaves %s to the server', (name) => {
    expect(check(name)).toMatchObject({ ok: false, message: 'Please choose a name of your own' })
  })

  it('accepts every random name', () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(fc.tuple(unit, unit, unit), (draws) => {
        const next = draws[Symbol.iterator]()
        const name = randomUsername(() => next.next().value ?? 0)
        expect(name).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+[1-9]\d{0,2}$/)
        expect(check(name)).toEqual({ ok: true })
      }),
      { seed: dailySeed, numRuns: 500 },
    )
  })

  it('refuses at most 5 of 1,000 ordinary names', () => {
    const part = (words: readonly string[]) =>
      fc.constantFrom(...words).map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    const name = fc.tuple(part(adjective), part(noun), fc.nat(99)).map((parts) => parts.join(''))
    const names = fc.sample(name, { numRuns: 4000, seed: 11 }).filter((found) => found.length <= 20)
    expect(names.filter((found) => !isFine(found)).length / names.length).toBeLessThanOrEqual(0.005)
  })

  it('catches at least 99% of disguised bad words', () => {
    const disguised = mutations().filter((name) => name.length <= 20)
    expect(disguised.filter((name) => !isFine(name)).length / disguised.length).toBeGreaterThanOrEqual(0.99)
  })
})
