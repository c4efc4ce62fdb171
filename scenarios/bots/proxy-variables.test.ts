import { expect, test } from 'vitest'
import { proxyFor } from './proxy-variables.ts'

const env = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:1' }

test.each([
  ['https://a.example', { ...env }, 'http://secure:1'],
  ['wss://a.example/ws', { ...env }, 'http://secure:1'],
  ['http://a.example', { ...env }, 'http://plain:1'],
  ['ws://a.example/ws', { ...env }, 'http://plain:1'],
  ['ws://a.example/ws', { ...env, http_proxy: 'http://lower:1' }, 'http://lower:1'],
  ['https://a.example', { HTTP_PROXY: 'http://plain:1' }, 'http://plain:1'],
  ['https://a.example', { HTTPS_PROXY: 'secure:1' }, 'http://secure:1'],
  ['http://a.example', { HTTPS_PROXY: 'http://secure:1' }, undefined],
  ['https://a.example', { HTTPS_PROXY: '' }, undefined],
  ['wss://localhost/ws', { ...env }, undefined],
  ['https://[::1]:4000', { ...env }, undefined],
  ['wss://a.example/ws', { ...env, NO_PROXY: '*' }, undefined],
  ['wss://a.example/ws', { ...env, NO_PROXY: 'b.example, a.example' }, undefined],
  ['wss://b.a.example/ws', { ...env, no_proxy: '.a.example' }, undefined],
  ['wss://b.a.example/ws', { ...env, NO_PROXY: '*.A.example' }, undefined],
  ['wss://a.example/ws', { ...env, NO_PROXY: 'a.example:443' }, undefined],
  ['ws://a.example/ws', { ...env, NO_PROXY: 'a.example:443' }, 'http://plain:1'],
  ['wss://aa.example/ws', { ...env, NO_PROXY: 'a.example' }, 'http://secure:1'],
  ['ws://192.0.2.1:81/ws', { ...env, NO_PROXY: '192.0.2.1:81' }, undefined],
  ['ws://[2001:db8::1]:81/ws', { ...env, NO_PROXY: '[2001:db8::1]' }, undefined],
])('%s with %j goes through %s', (url, variables, proxy) => {
  expect(proxyFor(new URL(url), variables)).toBe(proxy)
})
