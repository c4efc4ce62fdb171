import { avatarFallback } from '@inkling/mock-server/contract/avatar-text'
import { expect, it } from 'vitest'
import { avatarImage } from './avatar-image.ts'

it.each([
  ['https://inkling.example/avatars/custom/3-cat.svg', '/avatars/custom/3-cat.svg'],
  ['http://localhost:4000/avatars/rings.svg?seed=7&size=120', '/avatars/rings.svg?seed=7&size=120'],
  [`${window.location.origin}/elsewhere.png`, `${window.location.origin}/elsewhere.png`],
  [`${window.location.origin}//tracker.example/x.png`, `${window.location.origin}//tracker.example/x.png`],
  ['https://tracker.example/pixel.png', null],
  ['https://tracker.example/pixel.png?/avatars/', null],
  ['https://tracker.example//avatars/x.png', null],
  ['https://tracker.example/avatars/../pixel.png', null],
  ['http://', null],
  ['🦊', null],
  ['a', null],
  [null, null],
])('the image of %s is %s', (avatar, image) => {
  expect(avatarImage(avatar)).toBe(image)
})

it.each([
  ['ann', '🦊', '🦊'],
  ['ann', null, 'A'],
  ['ann', 'https://tracker.example/pixel.png', 'A'],
  ['🦊fox', null, '🦊'],
  ['ann', 'NAZI', 'A'],
  ['ann', '卐', 'A'],
  ['ann', '🦊🦊', 'A'],
  ['', null, '?'],
])('%s with the avatar %s is shown as %s without an image', (username, avatar, sign) => {
  expect(avatarFallback(username, avatar)).toBe(sign)
})
