import { gameResults } from '@inkling/mock-server/contract/schemas/results'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cardsOf, sceneMs } from '../features/results/scenes.ts'
import { SAMPLE_PACE } from '../features/results/story/story.tsx'
import { openSample } from '../platform/sample.ts'
import { aToday } from '../testing/builders.ts'
import { renderApp, signedInAs } from '../testing/render-app.tsx'
import { reply, server } from '../testing/server.ts'
import { sampleResults } from '../ui/sample/sample-results.ts'

beforeEach(() => {
  signedInAs()
  server.use(reply('getToday', aToday()))
})

describe('the sample chain', () => {
  it('is what a server could send: two drawings with strokes, and two guesses', async () => {
    const results = gameResults.parse(await sampleResults())
    expect(results.chain.map(({ type }) => type)).toEqual(['drawing', 'guessing', 'drawing', 'guessing'])
    expect(results.chain.map(({ strokes = [] }) => strokes.length > 3)).toEqual([true, false, true, false])
    expect(results.finalGuess).not.toBe(results.word)
  })

  it('is told in about 20 seconds, before its last page', async () => {
    const scenes = cardsOf(await sampleResults()).slice(0, -1)
    const ms = scenes.reduce((sum, scene) => sum + sceneMs(scene), 0) / SAMPLE_PACE
    expect(ms).toBeGreaterThan(17_000)
    expect(ms).toBeLessThan(23_000)
  })

  it('is told by the keyboard, with the words of each page, and without anything to share or report', async () => {
    const { user } = renderApp('/how-to-play')
    const watch = await screen.findByRole('button', { name: 'Watch a chain' })
    await user.click(watch)
    const story = await screen.findByRole('dialog', { name: 'The story of this chain' })
    const told: string[] = []
    for (let page = 0; page < 6; page++) {
      told.push(within(story).getByRole('status').textContent ?? '')
      expect(within(story).queryByRole('button', { name: /Send|Share|Report|Reaction/ })).toBeNull()
      if (page < 5) await user.keyboard('{ArrowRight}')
    }
    expect(told).toEqual([
      '1 of 6: Mia drew the word of the day.',
      '2 of 6: The word was mustache.',
      '3 of 6: Leo tried bird, croissant, and guessed bow tie: far off, 42% of mustache.',
      '4 of 6: Nana drew bow tie.',
      '5 of 6: Otto tried fish, and guessed candy: miles off, 7% of bow tie. Here it went wrong.',
      '6 of 6: It ended as candy: miles off, 16% of mustache. The end.',
    ])
    await user.click(within(story).getByRole('button', { name: 'Got it' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(watch).toHaveFocus()
  })

  it('ends with a message where the browser cannot paint it', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    renderApp('/')
    expect(await screen.findByText('Game Progress')).toBeVisible()
    act(openSample)
    expect(await screen.findByText('This browser cannot show the sample.')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
