import { BLOCK } from '../../core/contract/constants.ts'
import type { Blocks } from '../../core/contract/schemas/safety.ts'
import { shownPerson, userIdsIn } from '../../core/rules/players/people.ts'
import { allow, refuse } from '../../core/rules/refusal.ts'
import type { Operations, PlayerContext } from '../context.ts'

/** Blocks, and the warnings of moderators (API.md, Blocks, Moderation). */
export const safetyOperations = {
  async getBlocks(context) {
    return allow(await showBlocks(context))
  },

  async block(context, { body: { userId } }) {
    const { tx, player, ids, now } = context
    if (userId === player.id) return refuse('VALIDATION_FAILED', 'You cannot block yourself')
    const blocked = await tx.get('users', userId)
    if (!blocked) return refuse('NOT_FOUND', 'There is no such player')
    const blocks = await tx.find('blocks', 'by', player.id)
    if (!blocks.some((block) => block.userId === userId)) {
      if (blocks.length >= BLOCK.max)
        return refuse('CONFLICT', `You can block ${BLOCK.max} players. Unblock somebody first.`)
      const { username, avatar } = shownPerson(blocked)
      const id = ids.block(player.id, userId)
      tx.insert('blocks', { id, by: player.id, userId, since: now, username, avatar })
      tx.replace('users', player, { ...player, blocksMade: blocks.length + 1 })
    }
    return allow(await showBlocks(context))
  },

  async unblock(context, { params: { userId } }) {
    const { tx, player } = context
    const blocks = await tx.find('blocks', 'by', player.id)
    const block = blocks.find((each) => each.userId === userId)
    if (block) {
      tx.remove('blocks', block.id)
      tx.replace('users', player, { ...player, blocksMade: blocks.length - 1 })
    }
    return allow(await showBlocks(context))
  },

  async acknowledgeWarning({ tx, player }, { body: { at } }) {
    const { warning, ...unwarned } = player
    if (warning?.at === at) tx.replace('users', player, unwarned)
    return allow({ success: true as const })
  },
} satisfies Operations

async function showBlocks({ tx, player }: PlayerContext): Promise<Blocks> {
  const blocks = await tx.find('blocks', 'by', player.id)
  const users = await tx.peek('users', 'id', userIdsIn(blocks))
  const byId = new Map(users.map((user) => [user.id, user]))
  return {
    blocks: blocks
      .sort((a, b) => b.since.localeCompare(a.since))
      .flatMap(({ userId, since, username, avatar }) => {
        const user = byId.get(userId)
        // Blocks of earlier versions have no name.
        const then = user && { ...user, ...(username !== undefined && { username, avatar: avatar ?? null }) }
        if (!then) return []
        const shown = shownPerson(then)
        return [{ userId, username: shown.username, avatar: shown.avatar, since }]
      }),
  }
}
