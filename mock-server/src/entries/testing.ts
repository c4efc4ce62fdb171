/* `@inkling/mock-server/testing` (Node): fixtures for the tests of other workspaces. */

export { createCrowd } from '../compose/crowd.fixture.ts'
export { DOOR_OPTIONS, type PlayedDoor, playDay, type RecordedResponse } from '../compose/door-day.fixture.ts'
export { installedProxies, PROXY_NAMES, startProxy } from '../compose/reverse-proxies.fixture.ts'
export { answerRequest } from '../doors/fetch-door.ts'
export { completeWorld } from '../engine/world/complete-world.fixture.ts'
export { freePort } from '../stores/postgres/postgres-process.fixture.ts'
export { installedBin } from '../stores/postgres/postgres-servers.fixture.ts'
export { newSchema, servers, sql } from '../stores/postgres/schema.fixture.ts'
export { emptyWorld } from '../worlds/empty.ts'
