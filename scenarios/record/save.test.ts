import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { assetFolder, saveRecording, writeScenario } from './save.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkling-recording-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

test('a recording and its drawings are private, also where they replace files that were not', async () => {
  const file = join(folder, 'day.yaml')
  const drawing = join(assetFolder(file), '1.png')
  mkdirSync(join(folder, assetFolder(file)))
  for (const path of [file, join(folder, drawing)]) {
    writeFileSync(path, 'old')
    chmodSync(path, 0o644)
  }
  const scenario = { version: 1, name: 'a day', steps: [{ say: 'hello' }] } as const
  const recording = { scenario, assets: new Map([[drawing, Buffer.from('new')]]), leftOut: [] }
  await saveRecording(file, recording as never, 'schema.json')
  for (const path of [file, join(folder, drawing)]) expect(statSync(path).mode & 0o777, path).toBe(0o600)
})

test('a found scenario replaces no other one, and is written once', async () => {
  const file = join(folder, 'violation-5.yaml')
  const write = async (text: string) => basename(await writeScenario(file, text, 'schema.json'))
  const names = []
  for (const text of ['one', 'one', 'two', 'three', 'two']) names.push(await write(text))
  expect(names).toEqual([
    'violation-5.yaml',
    'violation-5.yaml',
    'violation-5-2.yaml',
    'violation-5-3.yaml',
    'violation-5-2.yaml',
  ])
  expect(readFileSync(file, 'utf8')).toBe('one')
})
