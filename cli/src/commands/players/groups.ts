import type { Client } from '@inkling/mock-server/contract/client/client'
import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import { connect } from '../../calls/connect.ts'
import { type Listed, type PageOptions, readPages } from '../../calls/listed.ts'
import { namesOf } from '../../calls/names.ts'
import { CliError, EXIT } from '../../cli-error.ts'
import type { Settings } from '../../settings/settings.ts'

export async function groupOf(client: Client): Promise<GroupView> {
  const { groupId, username } = await client.getProfile()
  if (groupId !== null) return client.getGroup({ params: { id: groupId } })
  throw new CliError(
    EXIT.runtime,
    `${username} is in no group: join one with \`inkling group join CODE --device ID\`.`,
  )
}

/** Groups with the name of their host. */
export async function listGroups(
  settings: Settings,
  options: PageOptions & { find?: string },
): Promise<Listed> {
  const client = connect(settings)
  const { items, next } = await readPages((search) => client.listGroups({ query: search }), options)
  const hosts = await namesOf(client, [...new Set(items.map(({ hostId }) => String(hostId)))])
  return { items: items.map((item) => ({ ...item, hostName: hosts.get(String(item.hostId)) ?? null })), next }
}
