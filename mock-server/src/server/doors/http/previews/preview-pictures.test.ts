import { expect, test } from 'vitest'
import { versioned } from './page-preview.ts'
import { PreviewPictures } from './preview-pictures.ts'

const pictureOf = (name: string) => versioned({ kind: 'group', name, avatar: null, players: 1 })

test('however many pictures are asked for, one is painted at a time, and most are refused', async () => {
  let running = 0
  let most = 0
  let painted = 0
  const pictures = new PreviewPictures(async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    painted++
    return Buffer.from('jpeg')
  })
  const all = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => pictures.get(pictureOf(`Owls ${at}`))),
  )
  expect([most, painted, all.filter((bytes) => bytes !== null).length]).toEqual([1, 20, 20])
})

test('the same picture is painted once, and again when its content has changed or its painting failed', async () => {
  const names: string[] = []
  const pictures = new PreviewPictures(async (picture) => {
    names.push(picture.kind === 'group' ? picture.name : '')
    if (names.length === 1) throw new Error('broken')
    return Buffer.from(picture.kind)
  })
  await expect(pictures.get(pictureOf('Owls'))).rejects.toThrow('broken')
  await Promise.all([pictures.get(pictureOf('Owls')), pictures.get(pictureOf('Owls'))])
  await pictures.get(pictureOf('Owls'))
  await pictures.get(pictureOf('Larks'))
  expect(names).toEqual(['Owls', 'Owls', 'Larks'])
})

test('the pictures that are kept are bounded, and the one used last stays longest', async () => {
  let painted = 0
  const pictures = new PreviewPictures(async () => {
    painted++
    return Buffer.alloc(300_000)
  })
  for (let at = 0; at < 60; at++) await pictures.get(pictureOf(`${at}`))
  await pictures.get(pictureOf('0'))
  await pictures.get(pictureOf('60'))
  expect(painted).toBe(61)
  await pictures.get(pictureOf('0'))
  expect(painted).toBe(61)
  await pictures.get(pictureOf('1'))
  expect(painted).toBe(62)
})
