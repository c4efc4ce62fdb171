import type { History } from '@inkling/mock-server/contract/schemas/user'
import { connect, connectAs } from '../../calls/connect.ts'
import type { Settings } from '../../settings/settings.ts'

export async function historyOf(
  settings: Settings,
  device: string,
  limit: number,
  before: string | undefined,
): Promise<History> {
  const client = await connectAs(settings, device)
  return client.getHistory({ query: { limit, ...(before !== undefined && { before }) } })
}

export const regenerateHistory = (settings: Settings, userId: string) =>
  connect(settings).regenerateHistory({ body: { userId } })
