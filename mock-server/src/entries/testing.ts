/* `@inkling/mock-server/testing` (Node): fixtures for the tests of other workspaces. */

export { completeWorld } from '../engine/world/complete-world.fixture.ts'
export { createCrowd } from '../server/compose/crowd.fixture.ts'
export { installedProxies, PROXY_NAMES, startProxy } from '../server/compose/reverse-proxies.fixture.ts'
export {
  DOOR_OPTIONS,
  type PlayedDoor,
  playDay,
  type RecordedResponse,
} from '../server/doors/door-day.fixture.ts'
export { answerRequest } from '../server/doors/fetch-door.ts'
export { dailySample } from '../server/platform/daily-sample.fixture.ts'
export { freePort } from '../server/platform/free-port.fixture.ts'
export { LONG_IDLE } from '../server/platform/long-idle.fixture.ts'
export { installedBin } from '../server/stores/postgres/postgres-servers.fixture.ts'
export { newSchema, servers, sql } from '../server/stores/postgres/schema.fixture.ts'
export { emptyWorld } from '../server/worlds/empty.ts'
