import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isolatedName } from '../../session/names/isolated-name.ts'
import { PlayerName } from './player-name.tsx'

test('a name is isolated from the text beside it, and not translated', () => {
  render(<PlayerName name="(שלום)" number={2} />)
  const name = screen.getByText('(שלום)')
  expect(name.tagName).toBe('BDI')
  expect(name).toHaveAttribute('translate', 'no')
})

test('in a sentence, only names written from right to left are marked', () => {
  expect(`${isolatedName('Mia')} drew`).toBe('Mia drew')
  expect(`${isolatedName('שלום!')} drew`).toBe('\u2068שלום!\u2069 drew')
  expect(isolatedName('محمد')).toBe('\u2068محمد\u2069')
})
