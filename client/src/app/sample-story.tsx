import type { GameResults } from '@inkling/mock-server/contract/schemas/results'
import { useEffect, useState } from 'react'
import { Story } from '../features/results/story/story.tsx'
import { closeSample } from '../platform/sample.ts'
import { toast } from '../platform/toast.ts'
import { sampleResults } from '../ui/sample/sample-results.ts'

/** The story of the sample chain over the page. */
export default function SampleStory() {
  const [results, setResults] = useState<GameResults | null>(null)
  useEffect(() => {
    sampleResults().then(setResults, (error: unknown) => {
      console.info('The sample chain could not be painted:', error)
      toast('This browser cannot show the sample.')
      closeSample()
    })
  }, [])
  return results && <Story results={results} isSample onEnd={closeSample} />
}
