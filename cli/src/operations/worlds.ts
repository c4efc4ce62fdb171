import { readFile, writeFile } from 'node:fs/promises'
import { CliError, EXIT } from '../cli-error.ts'
import { controls } from '../connect.ts'
import type { Settings } from '../settings.ts'

export async function exportWorld(
  settings: Settings,
  file: string,
): Promise<{ file: string; bytes: number }> {
  const text = `${JSON.stringify(await (await controls(settings)).exportWorld())}\n`
  if (file === '-') process.stdout.write(text)
  else await writeFile(file, text)
  return { file, bytes: Buffer.byteLength(text) }
}

export async function importWorld(settings: Settings, file: string): Promise<{ success: true }> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CliError(
      EXIT.usage,
      `there is no file ${file} to read: export one with \`inkling world export ${file}\`.`,
    )
  })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new CliError(
      EXIT.unreadable,
      `${file} is no JSON: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  const client = await controls(settings)
  // The server checks it field by field, and says what is wrong with it.
  return client.restoreWorld({ body: body as Parameters<typeof client.restoreWorld>[0]['body'] })
}

export const resetWorld = async (settings: Settings) => (await controls(settings)).resetWorld()
