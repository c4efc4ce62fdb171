import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { methodAndPath } from '@inkling/mock-server/contract/table/calls'
import { fillPath } from '@inkling/mock-server/contract/table/path'
import { expect, test, vi } from 'vitest'
import { KEY } from './storage.ts'

const code = readFileSync(join(import.meta.dirname, '../../public/browser-check.js'), 'utf8')

/** Runs public/browser-check.js on a page with this path. Returns the addresses that it preloads. */
function preloadedAt(path: string): (string | null)[] {
  vi.stubGlobal('CSS', { supports: () => true })
  vi.stubGlobal('CompressionStream', class {})
  window.history.replaceState(null, '', path)
  const added: HTMLLinkElement[] = []
  vi.spyOn(document.head, 'appendChild').mockImplementation((node) => {
    added.push(node as unknown as HTMLLinkElement)
    return node
  })
  new Function(code)()
  return added.map((link) => link.getAttribute('href'))
}

test('the results behind a link are preloaded from the address that the game calls', () => {
  const [, path] = methodAndPath('getPublicResults')
  expect(preloadedAt('/public/results/game1')).toEqual([fillPath(path, { gameId: 'game1' })])
})

test('nothing is preloaded for a signed-in player, whose call has a token', () => {
  localStorage.setItem(KEY.authToken, 'token')
  expect(preloadedAt('/public/results/game1')).toEqual([])
})

test.each(['/', '/public/results/', '/game/results'])('nothing is preloaded at %s', (path) => {
  expect(preloadedAt(path)).toEqual([])
})

test('the results are preloaded where the browser refuses storage', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('refused', 'SecurityError')
    },
  })
  expect(preloadedAt('/public/results/game1')).toHaveLength(1)
})
