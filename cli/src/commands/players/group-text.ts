import type { GroupView } from '@inkling/mock-server/contract/schemas/group'
import type { Page } from '../../output/printer.ts'
import { table } from '../../output/table.ts'

export function groupText({ name, code, id, members }: GroupView, { paint }: Page): string {
  const rows = members.map(({ username, status, isHost, userId }) => [
    username,
    status,
    isHost ? 'host' : '',
    userId,
  ])
  return [
    `${paint('bold', name)}  code ${paint('cyan', code)}  ${paint('dim', `group ${id}`)}`,
    '',
    table(['member', 'status', '', 'user id'], rows, paint),
  ].join('\n')
}
