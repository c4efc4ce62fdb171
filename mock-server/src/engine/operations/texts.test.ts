import { expect, test } from 'vitest'
import { groupGame, newServer, playerOf } from '../../server/compose/friends.fixture.ts'

test('a group name with a bad word is refused at creation and in the settings', async () => {
  const ann = await playerOf(newServer(), 'ann')
  const refusal = { code: 'VALIDATION_FAILED', message: 'Group name contains inappropriate content' }
  await expect(ann.createGroup({ body: { name: 'The F.u.c.k.ers' } })).rejects.toMatchObject(refusal)
  const { id } = await ann.createGroup({ body: { name: 'The Dickens Club' } })
  const rename = (name: string) => ann.updateGroupSettings({ params: { id }, body: { name } })
  await expect(rename('sh1theads')).rejects.toMatchObject(refusal)
  expect(await rename('Test Robots')).toMatchObject({ name: 'Test Robots' })
})

test('usernames and group names with contact details are refused, and the default name stays', async () => {
  const ann = await playerOf(newServer(), 'ann')
  const code = 'VALIDATION_FAILED'
  await expect(ann.updateProfile({ body: { username: 'snap_jenny12' } })).rejects.toMatchObject({
    code,
    message: 'Username cannot contain links or contact details',
  })
  await expect(ann.updateProfile({ body: { username: 'PlayerOne' } })).rejects.toMatchObject({
    code,
    message: 'Please choose a name of your own',
  })
  const { username } = await ann.getProfile()
  expect(await ann.updateProfile({ body: { username, avatar: '🦊' } })).toMatchObject({
    username,
    avatar: '🦊',
  })
  const refusal = { code, message: 'Group name cannot contain links or contact details' }
  await expect(ann.createGroup({ body: { name: 'insta jenny.smith' } })).rejects.toMatchObject(refusal)
  const { id } = await ann.createGroup({ body: { name: 'Insta-Noodle Club' } })
  const rename = ann.updateGroupSettings({ params: { id }, body: { name: 'call 555 0134' } })
  await expect(rename).rejects.toMatchObject(refusal)
})

test('the address of an avatar is always on this server', async () => {
  const ann = await playerOf(newServer(), 'ann')
  const elsewhere = 'https://tracker.example/avatars/rings.svg?seed=7'
  const here = 'http://in-process/avatars/rings.svg?seed=7'
  expect(await ann.updateProfile({ body: { avatar: elsewhere } })).toMatchObject({ avatar: here })
  const { id, avatar } = await ann.createGroup({ body: { name: 'Owls', avatar: elsewhere } })
  expect(avatar).toBe(here)
  const drawn = 'https://tracker.example/avatars/custom/3-cat.svg'
  expect(await ann.updateGroupSettings({ params: { id }, body: { avatar: drawn } })).toMatchObject({
    avatar: 'http://in-process/avatars/custom/3-cat.svg',
  })
  const pixel = ann.updateProfile({ body: { avatar: 'https://tracker.example/pixel.png' } })
  await expect(pixel).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('a blank guess does not use up an attempt', async () => {
  const { ann, ben } = await groupGame('Ann', 'Ben')
  await ann.draw()
  await ben.startTurn()
  for (const guess of ['', '   ', '\u200b\u2060', '\u3164', '\u0000']) {
    await expect(ben.submitGuess({ body: { guess } })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'Please enter a guess',
    })
  }
  expect(await ben.startTurn()).toMatchObject({ currentAttempts: [], attemptsRemaining: 5 })
})
