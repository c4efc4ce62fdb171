import * as z from 'zod/mini'
import * as account from '../schemas/account.ts'
import * as admin from '../schemas/admin.ts'
import * as control from '../schemas/control.ts'
import { extensions } from '../schemas/extensions.ts'
import * as game from '../schemas/game.ts'
import * as group from '../schemas/group.ts'
import * as moderation from '../schemas/moderation.ts'
import * as notifications from '../schemas/notifications.ts'
import * as operator from '../schemas/operator.ts'
import { digits, id, success } from '../schemas/primitives.ts'
import * as reactions from '../schemas/reactions.ts'
import * as results from '../schemas/results.ts'
import * as safety from '../schemas/safety.ts'
import * as user from '../schemas/user.ts'
import { calls } from './calls.ts'
import { endpoint } from './endpoint.ts'

const byId = z.object({ id })
const byGameId = z.object({ gameId: id })

/**
 * Every call of the API (API.md) with its route (calls.ts), schemas and access. HTTP routes, the typed client,
 * the bots and the OpenAPI document are derived from this table. Rows are matched in order, so a fixed path must come
 * before one with a parameter in the same place.
 */
export const endpoints = {
  signInDevice: endpoint(calls.signInDevice, {
    auth: 'none',
    summary: 'Sign in with a device id; the first sign-in creates a user',
    body: user.deviceSignIn,
    reply: user.signedIn,
    errors: ['FORBIDDEN'],
  }),
  renewToken: endpoint(calls.renewToken, {
    auth: 'player',
    summary: 'Get a new token',
    reply: user.renewal,
    refusesSuspended: false,
  }),

  getProfile: endpoint(calls.getProfile, {
    auth: 'player',
    summary: 'Get the signed-in user',
    reply: user.user,
  }),
  updateProfile: endpoint(calls.updateProfile, {
    auth: 'player',
    summary: 'Change username, avatar or the onboarding flag',
    body: user.profileChange,
    reply: user.user,
  }),
  getHistory: endpoint(calls.getHistory, {
    auth: 'player',
    summary: "List the user's games, newest first",
    query: user.historyQuery,
    reply: user.history,
  }),

  createGroup: endpoint(calls.createGroup, {
    auth: 'player',
    summary: 'Create a group with the caller as host',
    body: group.groupCreation,
    reply: group.group,
    errors: ['CONFLICT'],
  }),
  joinGroup: endpoint(calls.joinGroup, {
    auth: 'player',
    summary: 'Join a group by code',
    body: group.groupJoin,
    reply: group.group,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  lookupGroup: endpoint(calls.lookupGroup, {
    auth: 'player',
    summary: 'Find a group by code',
    params: z.object({ code: group.groupCode }),
    reply: group.invitedGroup,
    errors: ['NOT_FOUND'],
  }),
  getGroup: endpoint(calls.getGroup, {
    auth: 'player',
    summary: 'Get a group (members only)',
    params: byId,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  updateGroupSettings: endpoint(calls.updateGroupSettings, {
    auth: 'player',
    summary: 'Change name and avatar (host only)',
    params: byId,
    body: group.groupSettings,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  kickMember: endpoint(calls.kickMember, {
    auth: 'player',
    summary: 'Remove a member (host only)',
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
    summary: 'Get the invite code and link',
    params: byId,
    reply: group.invite,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  getToday: endpoint(calls.getToday, {
    auth: 'player',
    summary: "Get today's game as the caller sees it",
    reply: game.today,
  }),
  startTurn: endpoint(calls.startTurn, {
    auth: 'player',
    summary: 'Start a turn, or return the turn the caller holds',
    reply: game.turn,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  skipTurn: endpoint(calls.skipTurn, {
    auth: 'player',
    summary: "Skip the caller's turn, even before it starts",
    reply: game.today,
    errors: ['CONFLICT'],
  }),
  submitTurn: endpoint(calls.submitTurn, {
    auth: 'player',
    summary: 'Submit the drawing or the final guess, which is one of the attempts',
    body: game.submission,
    reply: game.submissionReply,
    errors: ['CONFLICT'],
  }),
  submitGuess: endpoint(calls.submitGuess, {
    auth: 'player',
    summary: 'Make one guess attempt',
    body: game.guess,
    reply: game.guessReply,
    errors: ['CONFLICT'],
  }),
  getYesterdayResults: endpoint(calls.getYesterdayResults, {
    auth: 'player',
    summary: "Get the results of the caller's game yesterday",
    reply: results.yesterdayResults,
    errors: ['NOT_FOUND'],
  }),
  getDailyStats: endpoint(calls.getDailyStats, {
    auth: 'player',
    summary: 'Get the number of players today',
    reply: game.dailyStats,
  }),
  getGame: endpoint(calls.getGame, {
    auth: 'player',
    summary: 'Get the results of a completed game (participants and group members)',
    params: byId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),
  jumpIn: endpoint(calls.jumpIn, {
    auth: 'player',
    summary: "Join a public game, or create today's game of the group",
    reply: game.today,
    errors: ['ALREADY_HAS_GROUP_GAME'],
  }),
  pingActivity: endpoint(calls.pingActivity, {
    auth: 'player',
    summary: 'Report that the caller is active',
    reply: success,
  }),

  triggerDailyGames: endpoint(calls.triggerDailyGames, {
    auth: 'admin',
    summary: "Close earlier games and create today's",
    reply: admin.dailyGames,
    dueWork: 'none',
  }),
  createMockGame: endpoint(calls.createMockGame, {
    auth: 'admin',
    summary: 'Create a completed game on an earlier day, with simulated players',
    body: admin.mockGame,
    reply: admin.mockGameMade,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  completeUserGame: endpoint(calls.completeUserGame, {
    auth: 'admin-and-player',
    summary: "Let simulated players finish the caller's game today",
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
    summary: 'Register a push token',
    body: notifications.tokenRegistration,
    reply: success,
  }),
  unregisterToken: endpoint(calls.unregisterToken, {
    auth: 'player',
    summary: 'Unregister a push token',
    body: notifications.tokenRemoval,
    reply: success,
    refusesSuspended: false,
  }),
  getTokens: endpoint(calls.getTokens, {
    auth: 'player',
    summary: "List the caller's push tokens",
    reply: notifications.tokenList,
  }),
  updateNotificationSettings: endpoint(calls.updateNotificationSettings, {
    auth: 'player',
    summary: 'Turn notifications on or off',
    body: notifications.settingsChange,
    reply: notifications.changedSettings,
  }),

  watchReactions: endpoint(calls.watchReactions, {
    auth: 'query-token',
    summary: 'Stream the reactions to a game',
    params: byGameId,
    query: z.object({ token: z.string() }),
    reply: reactions.reactionMessage,
    errors: ['FORBIDDEN'],
    kind: 'socket',
  }),
  getReactions: endpoint(calls.getReactions, {
    auth: 'player',
    summary: 'Get all reactions to a game',
    params: byGameId,
    reply: reactions.gameReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  addReaction: endpoint(calls.addReaction, {
    auth: 'player',
    summary: "React to a step, replacing the caller's earlier reaction",
    params: byGameId,
    body: reactions.reaction,
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  removeReaction: endpoint(calls.removeReaction, {
    auth: 'player',
    summary: "Remove the caller's reaction",
    params: z.object({ gameId: id, stepIndex: digits }),
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  getPublicResults: endpoint(calls.getPublicResults, {
    auth: 'optional',
    summary: 'Get the results of a completed game (anyone with its id)',
    params: byGameId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),

  getExtensions: endpoint(calls.getExtensions, {
    auth: 'none',
    summary: 'List the extensions that this server has',
    reply: extensions,
    extension: 'extensions',
  }),
  getAnnouncements: endpoint(calls.getAnnouncements, {
    auth: 'none',
    summary: 'List what the operator tells all players, and whether the server is under maintenance',
    reply: operator.announcements,
    dueWork: 'none',
    extension: 'announcements',
  }),

  report: endpoint(calls.report, {
    auth: 'player',
    summary: 'Report a drawing, guess, name or avatar',
    body: safety.report,
    reply: safety.reportReply,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    extension: 'reports',
  }),
  getReports: endpoint(calls.getReports, {
    auth: 'player',
    summary: "List the caller's reports, newest first",
    reply: safety.ownReports,
    extension: 'reports',
  }),
  takeBackReport: endpoint(calls.takeBackReport, {
    auth: 'player',
    summary: 'Take a report back',
    params: z.object({ reportId: id }),
    reply: safety.ownReports,
    errors: ['NOT_FOUND'],
    extension: 'reports',
  }),
  getBlocks: endpoint(calls.getBlocks, {
    auth: 'player',
    summary: 'List the players that the caller has blocked',
    reply: safety.blocks,
    extension: 'blocks',
  }),
  block: endpoint(calls.block, {
    auth: 'player',
    summary: 'Block a player',
    body: safety.block,
    reply: safety.blocks,
    errors: ['NOT_FOUND', 'CONFLICT'],
    extension: 'blocks',
  }),
  unblock: endpoint(calls.unblock, {
    auth: 'player',
    summary: 'Unblock a player',
    params: z.object({ userId: id }),
    reply: safety.blocks,
    extension: 'blocks',
  }),

  acknowledgeWarning: endpoint(calls.acknowledgeWarning, {
    auth: 'player',
    summary: "Confirm that the caller has read the moderators' warning",
    body: user.noticeRead,
    reply: success,
    refusesSuspended: false,
    extension: 'reports',
  }),
  exportAccount: endpoint(calls.exportAccount, {
    auth: 'player',
    summary: 'Get everything that the server keeps about the caller',
    reply: account.accountExport,
    extension: 'account',
  }),
  deleteAccount: endpoint(calls.deleteAccount, {
    auth: 'player',
    summary: "Delete the caller's account for good",
    body: account.accountDeletion,
    reply: success,
    errors: ['FORBIDDEN'],
    refusesSuspended: false,
    extension: 'account',
  }),
  createMoveCode: endpoint(calls.createMoveCode, {
    auth: 'player',
    summary: 'Get a code with which another device becomes this player',
    reply: account.moveCode,
    errors: ['CONFLICT'],
    extension: 'devices',
  }),
  previewMove: endpoint(calls.previewMove, {
    auth: 'none',
    summary: 'Get whose player a device becomes by a move code',
    body: account.movePreviewQuery,
    reply: account.movePreview,
    errors: ['NOT_FOUND'],
    extension: 'devices',
  }),
  moveHere: endpoint(calls.moveHere, {
    auth: 'none',
    summary: 'Become the player of a move code on this device',
    body: account.move,
    reply: account.moved,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
    extension: 'devices',
  }),
  getDevices: endpoint(calls.getDevices, {
    auth: 'player',
    summary: "List the caller's devices",
    reply: account.devices,
    extension: 'devices',
  }),
  removeDevice: endpoint(calls.removeDevice, {
    auth: 'player',
    summary: "Sign out one of the caller's devices",
    params: byId,
    reply: account.devices,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    extension: 'devices',
  }),
  signOutOthers: endpoint(calls.signOutOthers, {
    auth: 'player',
    summary: "Sign out all of the caller's devices but the one that calls",
    reply: account.devices,
    errors: ['FORBIDDEN'],
    extension: 'devices',
  }),
  acknowledgeDevice: endpoint(calls.acknowledgeDevice, {
    auth: 'player',
    summary: 'Confirm on this device that the caller knows of a new one',
    body: user.noticeRead,
    reply: success,
    refusesSuspended: false,
    extension: 'devices',
  }),

  getKeptOut: endpoint(calls.getKeptOut, {
    auth: 'player',
    summary: 'List the players who cannot rejoin the group (host only)',
    params: byId,
    reply: account.keptOut,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: 'group-safety',
  }),
  letBackIn: endpoint(calls.letBackIn, {
    auth: 'player',
    summary: 'Let a player rejoin the group (host only)',
    params: z.object({ id, userId: id }),
    reply: account.keptOut,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: 'group-safety',
  }),
  renewGroupCode: endpoint(calls.renewGroupCode, {
    auth: 'player',
    summary: 'Give the group a new code (host only)',
    params: byId,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: 'group-safety',
  }),

  getInvitation: endpoint(calls.getInvitation, {
    auth: 'none',
    summary: 'Find the group of an invite link without signing in',
    params: z.object({ code: group.groupCode }),
    reply: group.invitedGroup,
    errors: ['NOT_FOUND'],
    extension: 'invitations',
  }),

  getNotificationSettings: endpoint(calls.getNotificationSettings, {
    auth: 'player',
    summary: 'Get which notifications the caller receives',
    reply: notifications.settings,
    extension: 'push-times',
  }),
  nudge: endpoint(calls.nudge, {
    auth: 'player',
    summary: "Notify the waiting players of the caller's group game that it is their turn, once in each turn",
    reply: success,
    errors: ['CONFLICT'],
    extension: 'nudges',
  }),

  listReports: endpoint(calls.listReports, {
    auth: 'moderator',
    summary: 'List reported things',
    query: moderation.queueQuery,
    reply: moderation.queue,
    extension: 'moderation',
  }),
  inspectReport: endpoint(calls.inspectReport, {
    auth: 'moderator',
    summary: 'Get a reported thing with its whole chain',
    params: byId,
    reply: moderation.inspectedReport,
    errors: ['NOT_FOUND'],
    extension: 'moderation',
  }),
  decide: endpoint(calls.decide, {
    auth: 'moderator',
    summary: 'Decide about a reported thing, a step or a player',
    body: moderation.decide,
    reply: moderation.decision,
    errors: ['NOT_FOUND', 'CONFLICT'],
    extension: 'moderation',
  }),
  getModerationLog: endpoint(calls.getModerationLog, {
    auth: 'moderator',
    summary: 'List all decisions, newest first',
    query: moderation.logQuery,
    reply: moderation.log,
    extension: 'moderation',
  }),
  findPlayers: endpoint(calls.findPlayers, {
    auth: 'moderator',
    summary: 'Find players by name or id',
    query: moderation.playersQuery,
    reply: moderation.foundPlayers,
    extension: 'moderation',
  }),
  inspectPlayer: endpoint(calls.inspectPlayer, {
    auth: 'moderator',
    summary: "Get a player's games, reports and decisions",
    params: byId,
    reply: moderation.inspectedPlayer,
    errors: ['NOT_FOUND'],
    extension: 'moderation',
  }),

  getControlStatus: endpoint(calls.getControlStatus, {
    auth: 'moderator',
    summary: 'Get the version, clock and document counts of the reference server',
    reply: control.controlStatus,
  }),
  getClock: endpoint(calls.getClock, {
    auth: 'moderator',
    summary: "Get the server's clock",
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
    summary: 'List the faults of this process',
    reply: z.array(control.fault),
  }),
  putFaults: endpoint(calls.putFaults, {
    auth: 'admin',
    summary: 'Replace the faults of this process',
    body: z.array(control.fault),
    reply: z.array(control.fault),
  }),
  clearFaults: endpoint(calls.clearFaults, {
    auth: 'admin',
    summary: 'Remove all faults of this process',
    reply: z.array(control.fault),
  }),
  exportWorld: endpoint(calls.exportWorld, {
    auth: 'admin',
    summary: 'Export the world, in lines',
    reply: control.world,
    kind: 'lines',
    dueWork: 'all',
    listed: 'always',
  }),
  restoreWorld: endpoint(calls.restoreWorld, {
    auth: 'admin',
    summary: 'Replace the world by one in lines, or in one document of an earlier version',
    body: control.world,
    reply: control.worldRestored,
    kind: 'lines',
  }),
  resetWorld: endpoint(calls.resetWorld, {
    auth: 'admin',
    summary: 'Reset the world to the seed state',
    reply: success,
  }),
  stage: endpoint(calls.stage, {
    auth: 'admin',
    summary: "Put a player's game today into a given state",
    body: control.stage,
    reply: game.today,
    errors: ['NOT_FOUND'],
  }),
  listUsers: endpoint(calls.listUsers, {
    auth: 'moderator',
    summary: 'List users by name, id, group or device',
    query: control.usersQuery,
    reply: control.documentList,
  }),
  inspectUser: endpoint(calls.inspectUser, {
    auth: 'moderator',
    summary: 'Get a user with their group, game of today and history',
    params: byId,
    query: user.historyQuery,
    reply: control.inspectedUser,
    errors: ['NOT_FOUND'],
  }),
  renameUser: endpoint(calls.renameUser, {
    auth: 'admin',
    summary: 'Rename a user',
    params: byId,
    body: control.userRename,
    reply: user.user,
    errors: ['NOT_FOUND'],
  }),
  listGroups: endpoint(calls.listGroups, {
    auth: 'moderator',
    summary: 'List groups by name or id',
    query: control.groupsQuery,
    reply: control.documentList,
  }),
  inspectGroup: endpoint(calls.inspectGroup, {
    auth: 'moderator',
    summary: 'Get a group with its members',
    params: byId,
    reply: group.group,
    errors: ['NOT_FOUND'],
  }),
  renameGroup: endpoint(calls.renameGroup, {
    auth: 'admin',
    summary: 'Rename a group',
    params: byId,
    body: control.groupRename,
    reply: group.group,
    errors: ['NOT_FOUND'],
  }),
  removeGroup: endpoint(calls.removeGroup, {
    auth: 'admin',
    summary: 'Remove a group. Its members stay, and so do its games',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND'],
  }),
  removeMember: endpoint(calls.removeMember, {
    auth: 'admin',
    summary: 'Take a member out of a group',
    params: z.object({ id, userId: id }),
    reply: success,
    errors: ['NOT_FOUND'],
  }),
  listGames: endpoint(calls.listGames, {
    auth: 'moderator',
    summary: 'List the games of a day by status, group or user',
    query: control.gamesQuery,
    reply: control.documentList,
  }),
  inspectGame: endpoint(calls.inspectGame, {
    auth: 'moderator',
    summary: 'Get a game with its whole chain and state',
    params: byId,
    reply: control.documents,
    errors: ['NOT_FOUND'],
  }),
  getGameDrawings: endpoint(calls.getGameDrawings, {
    auth: 'moderator',
    summary: 'Get the drawings of a game, hidden ones included',
    params: byId,
    reply: control.gameDrawings,
    errors: ['NOT_FOUND'],
  }),
  endTurn: endpoint(calls.endTurn, {
    auth: 'admin',
    summary: 'End the running turn, so that its player may start again or is skipped',
    params: byId,
    body: control.turnEnd,
    reply: control.documents,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  completeGame: endpoint(calls.completeGame, {
    auth: 'admin',
    summary: 'Let simulated players finish a game',
    params: byId,
    reply: admin.userGameCompleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  watchEvents: endpoint(calls.watchEvents, {
    auth: 'moderator',
    summary: 'Stream domain events',
    reply: control.documents,
    kind: 'events',
  }),
  getOutbox: endpoint(calls.getOutbox, {
    auth: 'admin',
    summary: 'List the messages that this process has sent through the embedded push transport',
    reply: control.documentList,
    dueWork: 'all',
  }),
  clearOutbox: endpoint(calls.clearOutbox, {
    auth: 'admin',
    summary: 'Forget the messages that this process has sent, after sending those that are due',
    reply: success,
    dueWork: 'all',
  }),
  announce: endpoint(calls.announce, {
    auth: 'moderator',
    summary: 'Tell all players something: a line on their home screen, and a notification',
    body: operator.newAnnouncement,
    reply: operator.announced,
    errors: ['CONFLICT'],
  }),
  removeAnnouncement: endpoint(calls.removeAnnouncement, {
    auth: 'moderator',
    summary: 'Remove an announcement, and its notifications that were not sent yet',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND'],
  }),
  getMaintenance: endpoint(calls.getMaintenance, {
    auth: 'moderator',
    summary: 'Get whether the server is under maintenance',
    reply: operator.maintenanceState,
  }),
  startMaintenance: endpoint(calls.startMaintenance, {
    auth: 'admin',
    summary: 'Let players read only, until the maintenance ends; a restart does not end it',
    body: operator.maintenanceStart,
    reply: operator.maintenanceState,
  }),
  endMaintenance: endpoint(calls.endMaintenance, {
    auth: 'admin',
    summary: 'End the maintenance',
    reply: operator.maintenanceState,
  }),
  rotateAdminKey: endpoint(calls.rotateAdminKey, {
    auth: 'admin',
    summary: 'Replace the generated admin key; the old one is invalid at once',
    reply: operator.newAdminKey,
    errors: ['CONFLICT'],
  }),
  noteSave: endpoint(calls.noteSave, {
    auth: 'admin',
    summary: 'Note that a save of the world was written and checked just now, for the metrics',
    reply: success,
  }),
  listAdminCalls: endpoint(calls.listAdminCalls, {
    auth: 'admin',
    summary: 'List the calls with the admin key or the moderator key, newest first',
    query: operator.adminCallsQuery,
    reply: operator.adminCalls,
  }),
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
