import encodeQR from 'qr'
import { useMemo } from 'react'

/** A text as a QR code, black on white in both themes: some cameras read nothing else. */
export default function QrCode({
  text,
  label = 'QR code',
  className,
}: {
  text: string
  label?: string
  className?: string | undefined
}) {
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={className} role="img" aria-label={label}>
      <path d={path} fill="#000000" />
    </svg>
  )
}

/** One square per dark module. */
function drawn(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}
