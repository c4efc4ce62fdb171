import { expect, test } from 'vitest'
import { handlers } from './msw.ts'

test('an unknown world is refused before the first call', () => {
  const options = { world: 'Atlantis' as 'demo' }
  expect(() => handlers(options)).toThrow(
    new RangeError("There is no world named 'Atlantis'. Use one of demo, empty, busy."),
  )
})
