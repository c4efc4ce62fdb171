import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * Makes a file while rendered.
 * @param make its contents; stopped by the signal
 * @returns the file with an address to show it, or whether making it failed, and another try
 */
export function useMadeFile(name: string, make: (signal: AbortSignal) => Promise<Blob>) {
  const {
    data: file,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['made-file', name],
    queryFn: async ({ signal }) => {
      try {
        const blob = await make(signal)
        return new File([blob], name, { type: blob.type })
      } catch (error) {
        if (!signal.aborted) console.info(`${name} could not be made:`, error)
        throw error
      }
    },
    gcTime: 0,
    // Not made again when the player comes back to the page.
    staleTime: 'static',
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const shown = URL.createObjectURL(file)
    setUrl(shown)
    return () => URL.revokeObjectURL(shown)
  }, [file])
  return {
    made: file && url !== null ? { file, url } : null,
    hasFailed: isError,
    retry: () => void refetch(),
  }
}
