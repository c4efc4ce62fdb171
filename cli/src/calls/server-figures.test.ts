import { expect, test } from 'vitest'
import { figuresIn } from './server-figures.ts'

test('figures are totals over all routes', () => {
  const bucket = (route: string, le: string, count: number) =>
    `inkling_http_request_duration_seconds_bucket{le="${le}",method="GET",route="${route}",code="200"} ${count}`
  const text = [
    '# TYPE inkling_http_request_duration_seconds histogram',
    ...[bucket('/a', '0.01', 50), bucket('/a', '0.02', 50), bucket('/a', '+Inf', 50)],
    ...[bucket('/b', '0.01', 40), bucket('/b', '0.02', 50), bucket('/b', '+Inf', 50)],
    'inkling_http_request_duration_seconds_count{route="/a"} 50',
    'inkling_http_request_duration_seconds_count{route="/b"} 50',
    'inkling_transaction_retries_total{cause="changed"} 3',
    'inkling_transaction_retries_total{cause="busy"} 1',
    'nodejs_eventloop_lag_p99_seconds 0.0125',
    'inkling_store_up 1',
    'inkling_rollover_lag_seconds 0',
    'inkling_outbox_games 7',
  ].join('\n')
  expect(figuresIn(text)).toEqual({
    calls: 100,
    p99Ms: expect.closeTo(19),
    loopMs: 12.5,
    retries: 4,
    isStoreUp: true,
    rolloverLagSeconds: 0,
    isRollOverLate: false,
    outboxGames: 7,
    hasDatabase: false,
  })
  expect(figuresIn('inkling_store_up 0')).toMatchObject({ calls: 0, p99Ms: null, isStoreUp: false })
})

test('a roll-over is late after the time of the alert', () => {
  const isLateAfter = (seconds: number) => figuresIn(`inkling_rollover_lag_seconds ${seconds}`).isRollOverLate
  expect([isLateAfter(300), isLateAfter(301)]).toEqual([false, true])
})
