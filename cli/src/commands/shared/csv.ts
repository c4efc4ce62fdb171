/** Rows as RFC 4180 has them. A spreadsheet would compute a text that begins like a formula, so such a text is quoted. */
export const csv = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, ...rows].map((row) => row.map(cell).join(',')).join('\n')

function cell(text: string): string {
  // Ids may begin with a dash too, but nothing else of a formula is in them.
  const plain = /^[=+\-@\t]/.test(text) && !/^[\w-]+$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
