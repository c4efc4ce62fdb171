/** Options of a server with the demo world. Tests that all use them share a world, which takes two seconds to build. */
export const DEMO = { world: 'demo', seed: '7', clock: '2026-03-07T12:00:00-05:00' } as const
