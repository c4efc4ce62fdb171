import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../session/server/query-client.ts'
import { aToday, aUser } from '../testing/builders.ts'
import { signedInAs } from '../testing/render-app.tsx'
import { recorded, refuse, reply, server } from '../testing/server.ts'
import DebugButton from './debug-button.tsx'

async function open() {
  signedInAs(aUser())
  render(
    <QueryClientProvider client={queryClient}>
      <DebugButton />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Debug Menu' }))
  return user
}

describe('the debug menu', () => {
  it('offers its defaults', async () => {
    await open()
    for (const [label, value] of [
      ['Next turn type', 'random'],
      ['Game status', 'active'],
      ['Group size', '5'],
      ['Difficulty', 'hard'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
    }
    expect(screen.getByLabelText('Group size').querySelectorAll('option')).toHaveLength(10)
  })

  it('sets the day to the selected state', async () => {
    const staged = recorded('stage', aToday({ yourStatus: 'skipped' }))
    const user = await open()
    await user.selectOptions(screen.getByLabelText('Turn status'), 'skipped')
    await user.selectOptions(screen.getByLabelText('Group membership'), 'no group')
    await user.selectOptions(screen.getByLabelText('Group size'), '2')
    await user.click(screen.getByRole('button', { name: 'Set the stage' }))
    expect(await screen.findByText('Today is set: you are skipped.')).toBeVisible()
    expect(staged).toEqual([
      {
        userId: 'ann',
        turnType: 'random',
        gameStatus: 'active',
        turnStatus: 'skipped',
        inGroup: false,
        groupSize: 2,
        difficulty: 'hard',
      },
    ])
  })

  it('performs the test actions and reports the results', async () => {
    const date = '2026-11-20'
    server.use(
      reply('triggerDailyGames', { date, gamesCreated: 2, gamesCompleted: 1 }),
      reply('createMockGame', { gameId: 'game7', date }),
      reply('completeUserGame', { gameId: 'game1', completed: true, turnsFilled: 2 }),
      refuse('regenerateHistory', 'NOT_FOUND', 'No such user'),
    )
    const user = await open()
    for (const [action, outcome] of [
      ['Trigger daily games', 'Games created: 2, completed: 1.'],
      ["Make yesterday's game", 'Game game7 was played yesterday.'],
      ['Complete my game', "Today's game is complete."],
      ['Regenerate my history', 'No such user'],
    ] as const) {
      await user.click(screen.getByRole('button', { name: action }))
      expect(await screen.findByText(outcome)).toBeVisible()
    }
  })
})
