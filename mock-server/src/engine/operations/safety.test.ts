import { describe, expect, test } from 'vitest'
import type { Client } from '../../core/contract/client/client.ts'
import { HIDDEN_PICTURE } from '../../core/picture/hidden-picture.ts'
import { picture } from '../../core/picture/picture.fixture.ts'
import {
  groupGame,
  inOnePublicGame,
  newServer,
  signIn,
  signInAll,
} from '../../server/compose/friends.fixture.ts'
import { codeOf } from '../code-of.fixture.ts'

describe('reports', () => {
  test('the drawing to guess can be reported and the turn passed without a mark', async () => {
    const { ann, ben, cat, gameId } = await groupGame('Ann', 'Ben', 'Cat')
    await ann.draw()
    await ben.startTurn()
    const body = { gameId, kind: 'drawing', reason: 'hurtful', passTurn: true } as const
    const reply = await ben.report({ body })
    expect(reply.turnPassed).toBe(true)
    const today = await ben.getToday()
    expect(today.participants.find(({ userId }) => userId === ben.id)).toMatchObject({
      status: 'skipped',
      excused: true,
    })
    expect((await cat.getToday()).participants.some(({ excused }) => excused)).toBe(false)
    expect((await ben.getHistory({ query: {} })).entries[0]).toMatchObject({ excused: true })
    // The chain goes on: Cat guesses the same drawing.
    expect(await cat.startTurn()).toMatchObject({ type: 'guess', previousEntry: { drawing: picture(40) } })
    expect((await ben.getReports()).reports).toMatchObject(
      [{ ...reply, gameId, stepIndex: 0 }].map(({ turnPassed: _, ...each }) => each),
    )
  })

  test('what I reported is veiled for me only, and reporting it again changes nothing', async () => {
    const { server, admin, ann, ben, cat, gameId } = await groupGame('Ann', 'Ben', 'Cat')
    await ann.draw()
    await ben.guess('teapot')
    await cat.draw()
    const report = { gameId, kind: 'guess', stepIndex: 1, reason: 'other', note: 'a joke about me' } as const
    const first = await cat.report({ body: report })
    expect(await cat.report({ body: report })).toEqual(first)
    const steps = async (of: Client) =>
      (await of.getGame({ params: { id: gameId } })).chain.map(({ hidden }) => hidden)
    expect(await steps(cat)).toEqual([undefined, 'you', undefined])
    expect(await steps(ben)).toEqual([undefined, undefined, undefined])
    server.clock.advance(24 * 3600_000)
    const { chain } = await cat.getYesterdayResults()
    expect(chain[1]).toMatchObject({ hidden: 'you', content: { guess: 'teapot' } })
    expect((await admin.listReports({ query: {} })).reports).toMatchObject([
      { reportId: first.reportId, kind: 'guess', text: 'teapot', hidden: false, author: { username: 'Ben' } },
    ])
  })

  test('the report of the host hides a thing of the group for everybody, and a moderator restores it', async () => {
    const { admin, ann, ben, cat, gameId } = await groupGame('Ann', 'Ben', 'Cat')
    await ann.draw()
    await ben.guess('teapot')
    await cat.draw()
    const { chain: _, ...before } = await ben.getGame({ params: { id: gameId } })
    const { reportId } = await ann.report({ body: { gameId, kind: 'guess', stepIndex: 1, reason: 'sexual' } })
    const hidden = await ben.getGame({ params: { id: gameId } })
    const [attempt] = before.guessAttempts
    expect(attempt).toMatchObject({ guess: 'teapot', stepIndex: 1 })
    expect(hidden).toMatchObject({
      ...before,
      finalGuess: 'removed',
      guessAttempts: [{ ...attempt, guess: 'removed' }],
    })
    expect(hidden.chain[1]).toMatchObject({
      hidden: 'all',
      content: { guess: 'removed' },
      similarityScore: before.similarityScore,
    })
    expect(JSON.stringify(hidden)).not.toContain('teapot')
    expect((await ben.getHistory({ query: {} })).entries[0]?.myEntries).toMatchObject([
      { content: 'removed' },
    ])
    const decision = await admin.decide({ body: { reportId, action: 'restore', note: 'a pot' } })
    expect(decision).toMatchObject({ action: 'restore', userId: ben.id, gameId, stepIndex: 1, things: 1 })
    const shown = await ben.getGame({ params: { id: gameId } })
    expect(shown).toMatchObject(before)
    expect(shown.chain[1]).toMatchObject({ content: { guess: 'teapot' } })
    // Reports do not hide it again.
    await cat.report({ body: { gameId, kind: 'guess', stepIndex: 1, reason: 'sexual' } })
    expect((await ben.getGame({ params: { id: gameId } })).chain[1]).toMatchObject({
      content: { guess: 'teapot' },
    })
  })

  test('a drawing hidden in mid-turn is told to its guesser, who may pass without a mark', async () => {
    const { admin, ann, ben, cat, gameId } = await groupGame('Ann', 'Ben', 'Cat')
    await ann.draw()
    await ben.startTurn()
    await admin.decide({ body: { gameId, stepIndex: 0, action: 'hide' } })
    expect((await ben.getToday()).yourPreviousEntry).toEqual({ drawing: HIDDEN_PICTURE, hidden: 'all' })
    const after = await ben.skipTurn()
    expect(after.participants.find(({ userId }) => userId === ben.id)).toMatchObject({ excused: true })
    // A hidden step counts as skipped: Cat draws the word.
    const turn = await cat.startTurn()
    expect(turn).toMatchObject({ type: 'drawing', previousEntry: null, word: expect.any(String) })
  })

  test('no number of reports hides a name for others, only a moderator does', async () => {
    const [ann, ben, cat] = await signInAll(newServer(), ['Ann', 'Ben', 'Cat'])
    await ann.updateProfile({ body: { avatar: '🦊' } })
    const gameId = await inOnePublicGame([ann, ben, cat])
    const report = async (by: Client) =>
      by.report({ body: { gameId, kind: 'name', userId: ann.id, reason: 'hurtful' } })
    const { reportId } = await report(ben)
    const nameOf = async (viewer: Client) =>
      (await viewer.getToday()).participants.find(({ userId }) => userId === ann.id)
    expect(await nameOf(cat)).toMatchObject({ username: 'Ann' })
    expect(await nameOf(ben)).toMatchObject({ username: 'Ann', hidden: 'you' })
    await report(cat)
    expect(await nameOf(ann)).not.toHaveProperty('hidden')
    await cat.decide({ body: { reportId, action: 'hide' } })
    expect(await nameOf(ben)).toMatchObject({ username: 'Player', avatar: '🦊', hidden: 'all' })
    await ann.updateProfile({ body: { username: 'Anna' } })
    expect(await nameOf(cat)).toMatchObject({ username: 'Anna' })
  })

  test('refuses things that the player cannot see, and their own', async () => {
    const { ann, ben, gameId } = await groupGame('Ann', 'Ben')
    await ann.draw()
    const body = { gameId, kind: 'drawing', stepIndex: 0, reason: 'other' } as const
    await expect(ben.report({ body })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ann.report({ body })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(ben.report({ body: { ...body, passTurn: true } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('blocks', () => {
  test('a blocked pair never gets into one public game, in either direction, and can be unblocked', async () => {
    const server = newServer()
    const [ann, ben] = await signInAll(server, ['Ann', 'Ben'])
    const blocked = await ann.block({ body: { userId: ben.id } })
    expect(blocked.blocks).toMatchObject([{ userId: ben.id, username: 'Ben' }])
    expect(await ann.block({ body: { userId: ben.id } })).toEqual(blocked)
    expect((await ben.getBlocks()).blocks).toEqual([])
    expect((await ann.jumpIn()).gameId).not.toBe((await ben.jumpIn()).gameId)
    server.clock.advance(24 * 3600_000)
    expect((await ben.jumpIn()).gameId).not.toBe((await ann.jumpIn()).gameId)
    expect((await ann.unblock({ params: { userId: ben.id } })).blocks).toEqual([])
    server.clock.advance(24 * 3600_000)
    expect((await ann.jumpIn()).gameId).toBe((await ben.jumpIn()).gameId)
    await expect(ann.block({ body: { userId: ann.id } })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await expect(ann.block({ body: { userId: 'nobody' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('what a blocked player draws, guesses and is called is marked for the blocker', async () => {
    const { ann, ben, gameId } = await groupGame('Ann', 'Ben')
    await ann.draw()
    await ben.block({ body: { userId: ann.id } })
    expect(await ben.startTurn()).toMatchObject({
      previousEntry: { drawing: picture(40), hidden: 'blocked' },
    })
    await ben.skipTurn()
    expect((await ben.getGame({ params: { id: gameId } })).chain).toMatchObject([{ hidden: 'blocked' }])
    expect((await ann.getGame({ params: { id: gameId } })).chain[0]).not.toHaveProperty('hidden')
  })

  test('blocked players are listed as they were called then, unless that name is hidden since', async () => {
    const [ann, ben] = await signInAll(newServer(), ['Ann', 'Ben'])
    await ann.updateProfile({ body: { avatar: '🦊' } })
    const { blocks } = await ben.block({ body: { userId: ann.id } })
    expect(blocks).toMatchObject([{ userId: ann.id, username: 'Ann', avatar: '🦊' }])
    await ann.updateProfile({ body: { username: 'BenIsMean', avatar: '🐍' } })
    expect((await ben.getBlocks()).blocks).toEqual(blocks)
    await ann.updateProfile({ body: { username: 'Ann', avatar: '🦊' } })
    await ben.decide({ body: { userId: ann.id, action: 'hide' } })
    await ann.updateProfile({ body: { username: 'BenIsMean' } })
    expect((await ben.getBlocks()).blocks).toMatchObject([
      { userId: ann.id, username: 'Player', avatar: null },
    ])
  })
})

describe('moderation', () => {
  test('a suspended player can read, loses the turn, and may play again afterwards', async () => {
    const { server, admin, ann } = await groupGame('Ann', 'Ben')
    await ann.startTurn()
    await admin.decide({ body: { userId: ann.id, action: 'suspend', days: 2, note: 'links' } })
    expect((await ann.getProfile()).suspension).toEqual({
      until: '2026-03-09T17:00:00.000Z',
      reason: 'links',
    })
    expect(await ann.getToday()).toMatchObject({ yourStatus: 'skipped' })
    await expect(ann.jumpIn()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Your account is suspended until March 9, 2026',
    })
    await expect(ann.updateProfile({ body: { username: 'Anna' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await ann.renewToken()
    server.clock.advance(2 * 24 * 3600_000)
    expect(await ann.getProfile()).not.toHaveProperty('suspension')
    await ann.startTurn()
    await admin.decide({ body: { userId: ann.id, action: 'ban' } })
    await expect(ann.skipTurn()).rejects.toMatchObject({ message: 'Your account is closed' })
    await admin.decide({ body: { userId: ann.id, action: 'lift' } })
    await ann.updateProfile({ body: { username: 'Anna' } })
    const { decisions } = await admin.getModerationLog({ query: {} })
    expect(decisions.map(({ action }) => action)).toEqual(['lift', 'ban', 'suspend'])
  })

  test('the queue is filtered, ordered and paged, and one decision can close everything of a player', async () => {
    const { server, admin, ann, ben, cat, gameId } = await groupGame('Ann', 'Ben', 'Cat')
    await ann.updateProfile({ body: { avatar: '🦊' } })
    await ann.draw()
    await ben.guess('teapot')
    await cat.draw()
    const report = (by: Client, stepIndex: number, kind: 'drawing' | 'guess') =>
      by.report({ body: { gameId, kind, stepIndex, reason: kind === 'guess' ? 'private' : 'hurtful' } })
    await report(ben, 0, 'drawing')
    server.clock.advance(60_000)
    await report(cat, 0, 'drawing')
    server.clock.advance(60_000)
    const { reportId } = await report(cat, 1, 'guess')
    await cat.report({ body: { gameId, kind: 'avatar', userId: ann.id, reason: 'other' } })
    const list = async (query: NonNullable<Parameters<Client['listReports']>[0]>['query']) =>
      (await admin.listReports({ query })).reports.map(({ kind }) => kind)
    expect((await list({ order: 'most-reported' }))[0]).toBe('drawing')
    expect(await list({ reason: 'private' })).toEqual(['guess'])
    expect((await list({ userId: ann.id })).sort()).toEqual(['avatar', 'drawing'])
    expect(await list({ groupId: 'another' })).toEqual([])
    const first = await admin.listReports({ query: { order: 'oldest', limit: 2 } })
    expect(first).toMatchObject({ open: 3, oldestSeconds: 120 })
    const rest = await admin.listReports({ query: { order: 'oldest', limit: 2, before: first.next ?? '' } })
    expect([...first.reports, ...rest.reports]).toHaveLength(3)
    expect(rest.next).toBeNull()

    const inspected = await admin.inspectReport({ params: { id: reportId } })
    expect(inspected).toMatchObject({ report: { text: 'teapot' }, game: { gameId, kind: 'group' } })
    expect(inspected.chain.map(({ hidden }) => hidden)).toEqual(['all', undefined, undefined])
    expect(inspected.chain[0]?.content).toEqual({ drawing: picture(40) })

    const { reports } = await admin.listReports({ query: { userId: ann.id } })
    const decision = await admin.decide({
      body: { reportId: reports[0]?.reportId ?? '', action: 'warn', everything: true, note: 'Please stop' },
    })
    expect(decision.things).toBe(2)
    expect(await list({})).toEqual(['guess'])
    expect((await list({ state: 'closed' })).sort()).toEqual(['avatar', 'drawing'])

    expect((await admin.findPlayers({ query: { query: 'an' } })).players).toMatchObject([{ username: 'Ann' }])
    expect(await admin.inspectPlayer({ params: { id: ann.id } })).toMatchObject({
      player: { username: 'Ann', suspension: null },
      group: { name: 'Owls' },
      reportsReceived: [{}, {}],
      decisions: [{ action: 'warn', note: 'Please stop' }],
    })
  })

  test('a warned player is told in the profile what was reported and why, until they confirm it', async () => {
    const { server, admin, ann, ben, gameId } = await groupGame('Ann', 'Ben')
    const report = (reason: 'hurtful' | 'sexual') =>
      ben.report({ body: { gameId, kind: 'name', userId: ann.id, reason } })
    const { reportId } = await report('hurtful')
    const warn = (note: string, version: number) =>
      admin.decide({ body: { reportId, version, action: 'warn', note } })
    await warn('Be kind', 0)
    const { warning } = await ann.getProfile()
    expect(warning).toEqual({
      at: expect.any(String),
      kind: 'name',
      text: 'Ann',
      reasons: ['hurtful'],
      note: 'Be kind',
    })
    server.clock.advance(1000)
    await warn('Once more', 1)
    await ann.acknowledgeWarning({ body: { at: warning?.at ?? '' } })
    const later = (await ann.getProfile()).warning
    expect(later).toMatchObject({ note: 'Once more' })
    await ann.acknowledgeWarning({ body: { at: later?.at ?? '' } })
    expect((await ann.getProfile()).warning).toBeUndefined()
    await warn('A mistake', 2)
    await admin.decide({ body: { reportId, action: 'restore' } })
    expect((await ann.getProfile()).warning).toBeUndefined()
  })

  test('refuses decisions without one target, and about things that do not exist', async () => {
    const ann = await signIn(newServer(), 'Ann')
    const refused = (body: Parameters<Client['decide']>[0]['body']) => codeOf(ann.decide({ body }))
    expect(await refused({ action: 'hide' })).toBe('VALIDATION_FAILED')
    expect(await refused({ action: 'dismiss', userId: ann.id })).toBe('VALIDATION_FAILED')
    expect(await refused({ action: 'suspend', userId: ann.id })).toBe('VALIDATION_FAILED')
    expect(await refused({ action: 'ban', userId: 'nobody' })).toBe('NOT_FOUND')
    expect(await refused({ action: 'hide', reportId: 'no-report' })).toBe('NOT_FOUND')
    expect(await refused({ action: 'hide', gameId: 'no-game', stepIndex: 0 })).toBe('NOT_FOUND')
  })
})
