import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { Shared } from '../../platform/sharing/share.ts'
import { isolatedName } from '../../session/names/isolated-name.ts'

/** The invitation to a group, to share. */
export const invitationTo = ({ name, code }: GroupView): Shared => ({
  title: 'Inkling',
  text: `Come and draw with ${isolatedName(name)}!`,
  url: `${window.location.origin}/?code=${code}`,
})
