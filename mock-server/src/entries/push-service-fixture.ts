/* `@inkling/mock-server/push-service-fixture` (Node): without Vitest, for browser tests. */

export { startPushService } from '../server/platform/push/push-service.fixture.ts'
