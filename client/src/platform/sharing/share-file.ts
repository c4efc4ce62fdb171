export const canShareFile = (file: File): boolean =>
  typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true

/** Shares a file with the device's share sheet. */
export async function shareFile(file: File, text: string): Promise<'shared' | 'dismissed' | 'failed'> {
  try {
    await navigator.share({ files: [file], text })
    return 'shared'
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    console.info('The file could not be shared:', error)
    return 'failed'
  }
}

/** How long Safari may need to ask where to save a file before it reads it. */
const READ_LIMIT_MS = 60_000

/** Downloads a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  saveAs(url, name)
  setTimeout(() => URL.revokeObjectURL(url), READ_LIMIT_MS)
}

/** Downloads a data URL as a file. */
export function saveAs(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
