/** Copies a text to the clipboard, unless the browser refuses. */
export async function copyText(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch (error) {
    // There is no clipboard outside secure contexts, and permission may be denied.
    console.info('The clipboard cannot be used:', error)
    return 'failed'
  }
}
