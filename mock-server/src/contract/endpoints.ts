import * as z from 'zod/mini'
import { calls } from './calls.ts'
import { BODY } from './constants.ts'
import { endpoint } from './endpoint.ts'
import * as admin from './schemas/admin.ts'
import * as control from './schemas/control.ts'
import * as game from './schemas/game.ts'
import * as group from './schemas/group.ts'
import * as notifications from './schemas/notifications.ts'
import { digits, id, success } from './schemas/primitives.ts'
import * as reactions from './schemas/reactions.ts'
import * as results from './schemas/results.ts'
import * as user from './schemas/user.ts'

const byId = z.object({ id })
const byGameId = z.object({ gameId: id })

/**
 * Every call of spec section 7 and api.md, once: where it goes (calls.ts) and what it takes and gives. The doors, the typed client, the bots and the documents are made
 * from this table; a fixed path stands before one with a parameter in the same place.
 */
export const endpoints = {
  signInDevice: endpoint(calls.signInDevice, {
    auth: 'none',
    summary: 'Sign in with a device id; the first time makes a user',
    body: user.deviceSignIn,
    reply: user.signedIn,
  }),
  renewToken: endpoint(calls.renewToken, {
    auth: 'player',
    summary: 'A fresh token',
    reply: user.renewal,
  }),

  getProfile: endpoint(calls.getProfile, {
    auth: 'player',
    summary: 'The signed-in user',
    reply: user.user,
  }),
  updateProfile: endpoint(calls.updateProfile, {
    auth: 'player',
    summary: 'Change username, avatar or the onboarding mark',
    body: user.profileChange,
    reply: user.user,
  }),
  getHistory: endpoint(calls.getHistory, {
    auth: 'player',
    summary: 'Games the user was in, newest first',
    query: user.historyQuery,
    reply: user.history,
  }),

  createGroup: endpoint(calls.createGroup, {
    auth: 'player',
    summary: 'A new group with the caller as its host',
    body: group.groupCreation,
    reply: group.group,
    errors: ['CONFLICT'],
  }),
  joinGroup: endpoint(calls.joinGroup, {
    auth: 'player',
    summary: 'Join by code',
    body: group.groupJoin,
    reply: group.group,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  lookupGroup: endpoint(calls.lookupGroup, {
    auth: 'player',
    summary: 'What a code leads to',
    params: z.object({ code: group.groupCode }),
    reply: group.groupSummary,
    errors: ['NOT_FOUND'],
  }),
  getGroup: endpoint(calls.getGroup, {
    auth: 'player',
    summary: 'A group, for its members',
    params: byId,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  updateGroupSettings: endpoint(calls.updateGroupSettings, {
    auth: 'player',
    summary: 'Name and avatar, by the host',
    params: byId,
    body: group.groupSettings,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  kickMember: endpoint(calls.kickMember, {
    auth: 'player',
    summary: 'Remove a member, by the host',
    params: byId,
    body: group.kick,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  leaveGroup: endpoint(calls.leaveGroup, {
    auth: 'player',
    summary: 'Leave the group',
    params: byId,
    reply: success,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  inviteToGroup: endpoint(calls.inviteToGroup, {
    auth: 'player',
    summary: 'Code and link to pass on',
    params: byId,
    reply: group.invite,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  getToday: endpoint(calls.getToday, {
    auth: 'player',
    summary: "Today's game as the caller may see it",
    reply: game.today,
  }),
  startTurn: endpoint(calls.startTurn, {
    auth: 'player',
    summary: 'Take the turn, or return the one the caller holds',
    reply: game.turn,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  skipTurn: endpoint(calls.skipTurn, {
    auth: 'player',
    summary: 'Give up the turn, or the wait for it',
    reply: game.today,
    errors: ['CONFLICT'],
  }),
  submitTurn: endpoint(calls.submitTurn, {
    auth: 'player',
    summary: 'Hand in the drawing, or the guess chosen among the attempts',
    body: game.submission,
    reply: game.submissionReply,
    errors: ['CONFLICT'],
  }),
  submitGuess: endpoint(calls.submitGuess, {
    auth: 'player',
    summary: 'One attempt',
    body: game.guess,
    reply: game.guessReply,
    errors: ['CONFLICT'],
  }),
  getYesterdayResults: endpoint(calls.getYesterdayResults, {
    auth: 'player',
    summary: "The caller's game of yesterday",
    reply: results.yesterdayResults,
    errors: ['NOT_FOUND'],
  }),
  getDailyStats: endpoint(calls.getDailyStats, {
    auth: 'player',
    summary: 'How many play today',
    reply: game.dailyStats,
  }),
  getGame: endpoint(calls.getGame, {
    auth: 'player',
    summary: 'Results of a completed game, for its participants and group',
    params: byId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),
  jumpIn: endpoint(calls.jumpIn, {
    auth: 'player',
    summary: "Join today's public game, or start the group's",
    reply: game.today,
    errors: ['ALREADY_HAS_GROUP_GAME'],
  }),
  pingActivity: endpoint(calls.pingActivity, {
    auth: 'player',
    summary: 'The caller is here',
    reply: success,
  }),

  triggerDailyGames: endpoint(calls.triggerDailyGames, {
    auth: 'admin',
    summary: "Close earlier games and create today's",
    reply: admin.dailyGames,
  }),
  createMockGame: endpoint(calls.createMockGame, {
    auth: 'admin',
    summary: 'A completed game of an earlier day, with simulated fellow players',
    body: admin.mockGame,
    reply: admin.mockGameMade,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  completeUserGame: endpoint(calls.completeUserGame, {
    auth: 'admin-and-player',
    summary: "Simulated players finish the caller's game of today",
    reply: admin.userGameCompleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  regenerateHistory: endpoint(calls.regenerateHistory, {
    auth: 'admin',
    summary: "Rebuild a user's history index from the games",
    body: admin.historyOf,
    reply: admin.historyRegenerated,
    errors: ['NOT_FOUND'],
  }),

  registerToken: endpoint(calls.registerToken, {
    auth: 'player',
    summary: 'Send notifications to this token',
    body: notifications.tokenRegistration,
    reply: success,
  }),
  unregisterToken: endpoint(calls.unregisterToken, {
    auth: 'player',
    summary: 'Send nothing to this token any more',
    body: notifications.tokenRemoval,
    reply: success,
  }),
  getTokens: endpoint(calls.getTokens, {
    auth: 'player',
    summary: "The caller's tokens",
    reply: notifications.tokenList,
  }),
  updateNotificationSettings: endpoint(calls.updateNotificationSettings, {
    auth: 'player',
    summary: 'Notifications on or off',
    body: notifications.notificationSettings,
    reply: notifications.notificationSettings,
  }),

  watchReactions: endpoint(calls.watchReactions, {
    auth: 'query-token',
    summary: 'Reactions to a game as they come',
    params: byGameId,
    query: z.object({ token: z.string() }),
    reply: reactions.reactionMessage,
    kind: 'socket',
  }),
  getReactions: endpoint(calls.getReactions, {
    auth: 'player',
    summary: 'All reactions to a game',
    params: byGameId,
    reply: reactions.gameReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  addReaction: endpoint(calls.addReaction, {
    auth: 'player',
    summary: "React to a step, in place of one's earlier reaction",
    params: byGameId,
    body: reactions.reaction,
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  removeReaction: endpoint(calls.removeReaction, {
    auth: 'player',
    summary: "Take one's reaction back",
    params: z.object({ gameId: id, stepIndex: digits }),
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  getPublicResults: endpoint(calls.getPublicResults, {
    auth: 'none',
    summary: 'Results of a completed game, for anyone who has its id',
    params: byGameId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),

  getControlStatus: endpoint(calls.getControlStatus, {
    auth: 'admin',
    summary: 'What this reference server is, and its clock',
    reply: control.controlStatus,
  }),
  getClock: endpoint(calls.getClock, {
    auth: 'admin',
    summary: "The server's clock",
    reply: control.clockState,
  }),
  changeClock: endpoint(calls.changeClock, {
    auth: 'admin',
    summary: 'Set, advance, freeze or resume the clock',
    body: control.clockChange,
    reply: control.clockState,
  }),
  getFaults: endpoint(calls.getFaults, {
    auth: 'admin',
    summary: 'Faults in force',
    reply: z.array(control.fault),
  }),
  putFaults: endpoint(calls.putFaults, {
    auth: 'admin',
    summary: 'Replace the faults',
    body: z.array(control.fault),
    reply: z.array(control.fault),
  }),
  clearFaults: endpoint(calls.clearFaults, {
    auth: 'admin',
    summary: 'No more faults',
    reply: z.array(control.fault),
  }),
  exportWorld: endpoint(calls.exportWorld, {
    auth: 'admin',
    summary: 'Everything, as one document',
    reply: control.world,
  }),
  restoreWorld: endpoint(calls.restoreWorld, {
    auth: 'admin',
    summary: 'Everything replaced by a document',
    body: control.world,
    reply: success,
    maxBodyBytes: BODY.worldMaxBytes,
  }),
  resetWorld: endpoint(calls.resetWorld, {
    auth: 'admin',
    summary: 'Back to the seed state',
    reply: success,
  }),
  stage: endpoint(calls.stage, {
    auth: 'admin',
    summary: "Put a player's today into a state",
    body: control.stage,
    reply: game.today,
    errors: ['NOT_FOUND'],
  }),
  listUsers: endpoint(calls.listUsers, {
    auth: 'admin',
    summary: 'All users, or the one of a device',
    query: control.usersQuery,
    reply: control.documentList,
  }),
  listGames: endpoint(calls.listGames, {
    auth: 'admin',
    summary: 'Games of a day',
    query: z.object({ day: z.optional(z.iso.date()) }),
    reply: control.documentList,
  }),
  inspectGame: endpoint(calls.inspectGame, {
    auth: 'admin',
    summary: 'A game with its whole chain and state',
    params: byId,
    reply: control.documents,
    errors: ['NOT_FOUND'],
  }),
  completeGame: endpoint(calls.completeGame, {
    auth: 'admin',
    summary: 'Simulated players finish a game',
    params: byId,
    reply: admin.userGameCompleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  watchEvents: endpoint(calls.watchEvents, {
    auth: 'admin',
    summary: 'Domain events as they come',
    reply: control.documents,
    kind: 'events',
  }),
  getOutbox: endpoint(calls.getOutbox, {
    auth: 'admin',
    summary: 'Messages that the embedded push transport took',
    reply: control.documentList,
  }),
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
