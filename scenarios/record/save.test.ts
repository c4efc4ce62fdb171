import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assetFolder, saveRecording } from './save.ts'

test('a recording and its drawings are private, also where they replace files that were not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inkling-recording-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
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
