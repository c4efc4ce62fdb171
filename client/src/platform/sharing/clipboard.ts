/** Copies a text to the clipboard. Returns false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // There is no clipboard outside secure contexts, and permission may be denied.
    console.info('The clipboard cannot be used:', error)
    return false
  }
}
