import { describe, expect, test } from 'vitest'
import type { Client } from '../../core/contract/client/client.ts'
import { HEADER } from '../../core/contract/table/headers.ts'
import { anyone, playedGroupGame } from '../../server/compose/friends.fixture.ts'

/* Two moderators, one report: nobody decides about what they have not seen. */

async function reported() {
  const { server, anna, bella, carla, gameId } = await playedGroupGame('Anna', 'Bella', 'Carla')
  const { reportId } = await carla.report({
    body: { gameId, kind: 'guess', stepIndex: 1, reason: 'hurtful' },
  })
  const named = (name: string) =>
    anyone({
      fetch: (input, init) =>
        server.fetch(input, {
          ...init,
          headers: { ...Object(init?.headers), [HEADER.adminName]: encodeURIComponent(name) },
        }),
    })
  const guessSeen = async () => (await anna.getGame({ params: { id: gameId } })).chain[1]?.content.guess
  return {
    server,
    bella,
    carla,
    reportId,
    gameId,
    named,
    guessSeen,
    mina: named('Mina 🦊'),
    otto: named('Otto'),
  }
}

const open = async (admin: Client) => (await admin.listReports({ query: {} })).reports

describe('a decision about a report', () => {
  test('that names an earlier version is refused, with who decided, and changes nothing', async () => {
    const { reportId, mina, otto, guessSeen } = await reported()
    const [seen] = await open(otto)
    expect(seen).toMatchObject({ version: 0, decided: null, groupName: 'Owls' })
    await mina.decide({ body: { reportId, action: 'hide', version: 0 } })
    await expect(otto.decide({ body: { reportId, action: 'dismiss', version: 0 } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Already decided by Mina 🦊 at 2026-03-07 12:\d\d: hide\./),
    })
    expect(await guessSeen()).toBe('removed')
    const { report, decisions } = await otto.inspectReport({ params: { id: reportId } })
    expect(report).toMatchObject({
      version: 1,
      decided: { action: 'hide', by: { key: 'admin', name: 'Mina 🦊' } },
    })
    expect(decisions).toMatchObject([{ action: 'hide', by: { name: 'Mina 🦊' } }])
    await otto.decide({ body: { reportId, action: 'dismiss', version: 1 } })
    expect(await guessSeen()).toBe('zebra')
  })

  test('is refused without a version once it is decided, unless it takes the decision back', async () => {
    const { reportId, gameId, mina, guessSeen } = await reported()
    const hide = { action: 'hide' } as const
    await mina.decide({ body: { ...hide, reportId } })
    for (const about of [{ reportId }, { gameId, stepIndex: 1 }])
      await expect(mina.decide({ body: { ...hide, ...about } })).rejects.toMatchObject({ code: 'CONFLICT' })
    await mina.decide({ body: { reportId, action: 'restore' } })
    expect(await guessSeen()).toBe('zebra')
    await expect(mina.decide({ body: { reportId, action: 'restore' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('is taken back by reopen: the report waits again, and other reports count again', async () => {
    const { reportId, mina, bella, guessSeen } = await reported()
    await expect(mina.decide({ body: { reportId, action: 'reopen' } })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await mina.decide({ body: { reportId, action: 'warn', note: 'Be kind' } })
    expect((await bella.getProfile()).warning).not.toBeNull()
    expect(await open(mina)).toEqual([])
    await mina.decide({ body: { reportId, action: 'reopen', version: 1 } })
    expect(await open(mina)).toMatchObject([{ reportId, state: 'open', hidden: false, version: 2 }])
    expect(await guessSeen()).toBe('zebra')
    expect((await bella.getProfile()).warning ?? null).toBeNull()
    await mina.decide({ body: { reportId, action: 'dismiss', version: 2 } })
    await mina.decide({ body: { reportId, action: 'reopen', version: 3 } })
    expect(await open(mina)).toMatchObject([{ reportId, version: 4 }])
  })

  test('by two moderators at once is made once', async () => {
    const { reportId, mina, otto } = await reported()
    const made = await Promise.allSettled(
      [mina, otto].map((admin) => admin.decide({ body: { reportId, action: 'hide', version: 0 } })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await mina.getModerationLog({ query: {} })).decisions).toHaveLength(1)
  })
})

test('the list of admin calls has the name that the caller gives, without control characters', async () => {
  const { reportId, named } = await reported()
  await named(`Mi\u001b[31mna\n${'x'.repeat(100)}`).decide({ body: { reportId, action: 'dismiss' } })
  const [call] = (await named('Otto').listAdminCalls({ query: {} })).calls
  expect(call).toMatchObject({ key: 'admin', name: `Mi[31mna${'x'.repeat(56)}` })
})
