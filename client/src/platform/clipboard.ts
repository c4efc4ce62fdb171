/** Copies a text to the clipboard; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    // No clipboard outside secure contexts, or permission denied: the caller shows the text to copy by hand.
    console.info('The clipboard cannot be used:', error)
    return false
  }
}
