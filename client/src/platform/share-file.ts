/** Whether the device has a sheet that takes this file. */
export const canShareFile = (file: File): boolean =>
  typeof navigator.share === 'function' && navigator.canShare?.({ files: [file] }) === true

/** Passes a file on by the device's own sheet. 'failed' leaves it to the caller to save it instead. */
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

/** Saves what stands at an address of this page under a name. */
export function saveAs(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
