import * as z from 'zod/mini'
import { BODY } from './constants.ts'
import { endpoint } from './endpoint.ts'
import * as admin from './schemas/admin.ts'
import * as control from './schemas/control.ts'
import * as game from './schemas/game.ts'
import * as group from './schemas/group.ts'
import * as notifications from './schemas/notifications.ts'
import { id, success } from './schemas/primitives.ts'
import * as reactions from './schemas/reactions.ts'
import * as results from './schemas/results.ts'
import * as user from './schemas/user.ts'

const byId = z.object({ id })
const byGameId = z.object({ gameId: id })

/**
 * Every call of spec section 7 and api.md, once. The doors, the typed client, the bots and the documents are made
 * from this table; a fixed path stands before one with a parameter in the same place.
 */
export const endpoints = {
  signInDevice: endpoint('POST /api/auth/device', {
    auth: 'none',
    summary: 'Sign in with a device id; the first time makes a user',
    body: user.deviceSignIn,
    reply: user.signedIn,
  }),
  renewToken: endpoint('POST /api/auth/renew', {
    auth: 'player',
    summary: 'A fresh token',
    reply: user.renewal,
  }),

  getProfile: endpoint('GET /api/user/profile', {
    auth: 'player',
    summary: 'The signed-in user',
    reply: user.user,
  }),
  updateProfile: endpoint('PUT /api/user/profile', {
    auth: 'player',
    summary: 'Change username, avatar or the onboarding mark',
    body: user.profileChange,
    reply: user.user,
  }),
  getHistory: endpoint('GET /api/user/history', {
    auth: 'player',
    summary: 'Games the user was in, newest first',
    query: user.historyQuery,
    reply: user.history,
  }),

  createGroup: endpoint('POST /api/groups/create', {
    auth: 'player',
    summary: 'A new group with the caller as its host',
    body: group.groupCreation,
    reply: group.group,
    errors: ['CONFLICT'],
  }),
  joinGroup: endpoint('POST /api/groups/join', {
    auth: 'player',
    summary: 'Join by code',
    body: group.groupJoin,
    reply: group.group,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  lookupGroup: endpoint('GET /api/groups/lookup/{code}', {
    auth: 'player',
    summary: 'What a code leads to',
    params: z.object({ code: group.groupCode }),
    reply: group.groupSummary,
    errors: ['NOT_FOUND'],
  }),
  getGroup: endpoint('GET /api/groups/{id}', {
    auth: 'player',
    summary: 'A group, for its members',
    params: byId,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  updateGroupSettings: endpoint('PUT /api/groups/{id}/settings', {
    auth: 'player',
    summary: 'Name and avatar, by the host',
    params: byId,
    body: group.groupSettings,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  kickMember: endpoint('POST /api/groups/{id}/kick', {
    auth: 'player',
    summary: 'Remove a member, by the host',
    params: byId,
    body: group.kick,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  leaveGroup: endpoint('POST /api/groups/{id}/leave', {
    auth: 'player',
    summary: 'Leave the group',
    params: byId,
    reply: success,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  inviteToGroup: endpoint('POST /api/groups/{id}/invite', {
    auth: 'player',
    summary: 'Code and link to pass on',
    params: byId,
    reply: group.invite,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  getToday: endpoint('GET /api/game/today', {
    auth: 'player',
    summary: "Today's game as the caller may see it",
    reply: game.today,
  }),
  startTurn: endpoint('POST /api/game/start-turn', {
    auth: 'player',
    summary: 'Take the turn, or return the one the caller holds',
    reply: game.turn,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  skipTurn: endpoint('POST /api/game/skip-turn', {
    auth: 'player',
    summary: 'Give up the turn, or the wait for it',
    reply: game.today,
    errors: ['CONFLICT'],
  }),
  submitTurn: endpoint('POST /api/game/submit-turn', {
    auth: 'player',
    summary: 'Hand in the drawing, or the guess chosen among the attempts',
    body: game.submission,
    reply: game.submissionReply,
    errors: ['CONFLICT'],
  }),
  submitGuess: endpoint('POST /api/game/submit-guess', {
    auth: 'player',
    summary: 'One attempt',
    body: game.guess,
    reply: game.guessReply,
    errors: ['CONFLICT'],
  }),
  getYesterdayResults: endpoint('GET /api/game/yesterday/results', {
    auth: 'player',
    summary: "The caller's game of yesterday",
    reply: results.yesterdayResults,
    errors: ['NOT_FOUND'],
  }),
  getDailyStats: endpoint('GET /api/game/stats/daily', {
    auth: 'player',
    summary: 'How many play today',
    reply: game.dailyStats,
  }),
  getGame: endpoint('GET /api/game/{id}', {
    auth: 'player',
    summary: 'Results of a completed game, for its participants and group',
    params: byId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),
  jumpIn: endpoint('POST /api/game/jump-in', {
    auth: 'player',
    summary: "Join today's public game, or start the group's",
    reply: game.today,
    errors: ['ALREADY_HAS_GROUP_GAME'],
  }),
  pingActivity: endpoint('POST /api/game/ping-activity', {
    auth: 'player',
    summary: 'The caller is here',
    reply: success,
  }),

  triggerDailyGames: endpoint('POST /api/admin/trigger-daily-games', {
    auth: 'admin',
    summary: "Close earlier games and create today's",
    reply: admin.dailyGames,
  }),
  createMockGame: endpoint('POST /api/admin/create-mock-game', {
    auth: 'admin',
    summary: 'A completed game of an earlier day, with simulated fellow players',
    body: admin.mockGame,
    reply: admin.mockGameMade,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  completeUserGame: endpoint('POST /api/admin/complete-user-game', {
    auth: 'admin-and-player',
    summary: "Simulated players finish the caller's game of today",
    reply: admin.userGameCompleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  regenerateHistory: endpoint('POST /api/admin/regenerate-history', {
    auth: 'admin',
    summary: "Rebuild a user's history index from the games",
    body: admin.historyOf,
    reply: admin.historyRegenerated,
    errors: ['NOT_FOUND'],
  }),

  registerToken: endpoint('POST /api/notifications/register-token', {
    auth: 'player',
    summary: 'Send notifications to this token',
    body: notifications.tokenRegistration,
    reply: success,
  }),
  unregisterToken: endpoint('POST /api/notifications/unregister-token', {
    auth: 'player',
    summary: 'Send nothing to this token any more',
    body: notifications.tokenRemoval,
    reply: success,
  }),
  getTokens: endpoint('GET /api/notifications/tokens', {
    auth: 'player',
    summary: "The caller's tokens",
    reply: notifications.tokenList,
  }),
  updateNotificationSettings: endpoint('PATCH /api/notifications/settings', {
    auth: 'player',
    summary: 'Notifications on or off',
    body: notifications.notificationSettings,
    reply: notifications.notificationSettings,
  }),

  watchReactions: endpoint('GET /api/reactions/ws/{gameId}', {
    auth: 'query-token',
    summary: 'Reactions to a game as they come',
    params: byGameId,
    query: z.object({ token: z.string() }),
    reply: reactions.reactionMessage,
    kind: 'socket',
  }),
  getReactions: endpoint('GET /api/reactions/{gameId}', {
    auth: 'player',
    summary: 'All reactions to a game',
    params: byGameId,
    reply: reactions.gameReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  addReaction: endpoint('POST /api/reactions/{gameId}', {
    auth: 'player',
    summary: "React to a step, in place of one's earlier reaction",
    params: byGameId,
    body: reactions.reaction,
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  removeReaction: endpoint('DELETE /api/reactions/{gameId}/{stepIndex}', {
    auth: 'player',
    summary: "Take one's reaction back",
    params: z.object({ gameId: id, stepIndex: z.coerce.number().check(z.int(), z.nonnegative()) }),
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  getPublicResults: endpoint('GET /api/public/game/{gameId}/results', {
    auth: 'none',
    summary: 'Results of a completed game, for anyone who has its id',
    params: byGameId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),

  getControlStatus: endpoint('GET /control/status', {
    auth: 'admin',
    summary: 'What this reference server is, and its clock',
    reply: control.controlStatus,
  }),
  getClock: endpoint('GET /control/clock', {
    auth: 'admin',
    summary: "The server's clock",
    reply: control.clockState,
  }),
  changeClock: endpoint('POST /control/clock', {
    auth: 'admin',
    summary: 'Set, advance, freeze or resume the clock',
    body: control.clockChange,
    reply: control.clockState,
  }),
  getFaults: endpoint('GET /control/faults', {
    auth: 'admin',
    summary: 'Faults in force',
    reply: z.array(control.fault),
  }),
  putFaults: endpoint('PUT /control/faults', {
    auth: 'admin',
    summary: 'Replace the faults',
    body: z.array(control.fault),
    reply: z.array(control.fault),
  }),
  clearFaults: endpoint('DELETE /control/faults', {
    auth: 'admin',
    summary: 'No more faults',
    reply: z.array(control.fault),
  }),
  exportWorld: endpoint('GET /control/world', {
    auth: 'admin',
    summary: 'Everything, as one document',
    reply: control.world,
  }),
  restoreWorld: endpoint('PUT /control/world', {
    auth: 'admin',
    summary: 'Everything replaced by a document',
    body: control.world,
    reply: success,
    maxBodyBytes: BODY.worldMaxBytes,
  }),
  resetWorld: endpoint('DELETE /control/world', {
    auth: 'admin',
    summary: 'Back to the seed state',
    reply: success,
  }),
  stage: endpoint('POST /control/stage', {
    auth: 'admin',
    summary: "Put a player's today into a state",
    body: control.stage,
    reply: game.today,
    errors: ['NOT_FOUND'],
  }),
  listUsers: endpoint('GET /control/users', {
    auth: 'admin',
    summary: 'All users',
    reply: control.documentList,
  }),
  listGames: endpoint('GET /control/games', {
    auth: 'admin',
    summary: 'Games of a day',
    query: z.object({ day: z.optional(z.iso.date()) }),
    reply: control.documentList,
  }),
  inspectGame: endpoint('GET /control/games/{id}', {
    auth: 'admin',
    summary: 'A game with its whole chain and state',
    params: byId,
    reply: control.documents,
    errors: ['NOT_FOUND'],
  }),
  watchEvents: endpoint('GET /control/events', {
    auth: 'admin',
    summary: 'Domain events as they come',
    reply: control.documents,
    kind: 'events',
  }),
  getOutbox: endpoint('GET /control/outbox', {
    auth: 'admin',
    summary: 'Messages that the embedded push transport took',
    reply: control.documentList,
  }),
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
