import { expect, test } from 'vitest'
import { painter } from '../../output/style.ts'
import { gameText } from './game-text.ts'

test('an open game says who plays, and since and until when', () => {
  const text = gameText(
    {
      completed: false,
      state: { id: 'game' },
      word: 'kettle',
      day: '2026-03-07',
      chain: [],
      waitingFor: ['Mina', 'Otto'],
      playing: {
        username: 'Mina',
        type: 'drawing',
        since: '2026-03-07T23:38:00.000Z',
        until: '2026-03-07T23:44:00.000Z',
      },
    },
    { paint: painter(false), colors: 0, width: 80, zone: 'America/New_York' },
    false,
  )
  expect(text).toContain('Mina is drawing since 18:38 until 18:44; Otto has not played')
})
