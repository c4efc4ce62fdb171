import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar, AvatarStack } from './avatar.tsx'
import { shortCount } from './badge.tsx'

const show = (avatar: string | null, username = 'ann') =>
  render(<Avatar person={{ username, avatar }} />).container

describe('an avatar', () => {
  it.each([
    'https://inkling.example/avatars/custom/3-cat.svg',
    'http://inkling.example/avatars/custom/3-cat.svg',
  ])('%s is loaded from this site, with the initial as its fallback', (url) => {
    const image = show(url).querySelector('img')
    expect(image).toHaveAttribute('src', '/avatars/custom/3-cat.svg')
    fireEvent.error(image as HTMLElement)
    expect(document.body).toHaveTextContent(/^A$/)
  })

  it('requests no image from another site', () => {
    const shown = show('https://tracker.example/pixel.png')
    expect(shown.querySelector('img')).toBeNull()
    expect(shown).toHaveTextContent(/^A$/)
  })

  it.each([
    ['🦊', 'ann', '🦊'],
    [null, 'ann', 'A'],
    [null, '🦊fox', '🦊'],
    [null, '', '?'],
  ])('%s of %s is %s', (avatar, username, sign) => {
    expect(show(avatar, username)).toHaveTextContent(sign)
  })

  it('is replaced by a count beyond the maximum of a stack', () => {
    const people = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Flo'].map((username) => ({
      userId: username,
      username,
      avatar: null,
    }))
    const { container } = render(<AvatarStack people={people} max={4} />)
    expect(container).toHaveTextContent('ABCD+2')
  })
})

it.each([
  [0, '0'],
  [9, '9'],
  [10, '9+'],
  [48, '9+'],
])('a badge shows %i as %s', (count, text) => {
  expect(shortCount(count)).toBe(text)
})
