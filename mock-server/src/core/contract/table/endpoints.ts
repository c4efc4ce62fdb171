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
import { row, tableOf } from './endpoint.ts'

const byId = z.object({ id })
const byGameId = z.object({ gameId: id })

/**
 * Every call of the API (API.md) with its route (calls.ts), schemas and access. HTTP routes, the typed client,
 * the bots and the OpenAPI document are derived from this table. Rows are matched in order, so a fixed path must come
 * before one with a parameter in the same place.
 */
const rows = {
  signInDevice: row('none', 'Sign in with a device id; the first sign-in creates a user', {
    body: user.deviceSignIn,
    reply: user.signedIn,
    errors: ['FORBIDDEN'],
  }),
  renewToken: row('player', 'Get a new token', { reply: user.renewal, refusesSuspended: false }),

  getProfile: row('player', 'Get the signed-in user', { reply: user.user }),
  updateProfile: row('player', 'Change username, avatar or the onboarding flag', {
    body: user.profileChange,
    reply: user.user,
  }),
  getHistory: row('player', "List the user's games, newest first", {
    query: user.historyQuery,
    reply: user.history,
  }),

  createGroup: row('player', 'Create a group with the caller as host', {
    body: group.groupCreation,
    reply: group.group,
    errors: ['CONFLICT'],
  }),
  joinGroup: row('player', 'Join a group by code', {
    body: group.groupJoin,
    reply: group.group,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  lookupGroup: row('player', 'Find a group by code', {
    params: z.object({ code: group.groupCode }),
    reply: group.invitedGroup,
    errors: ['NOT_FOUND'],
  }),
  getGroup: row('player', 'Get a group (members only)', {
    params: byId,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  updateGroupSettings: row('player', 'Change name and avatar (host only)', {
    params: byId,
    body: group.groupSettings,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  kickMember: row('player', 'Remove a member (host only)', {
    params: byId,
    body: group.kick,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  leaveGroup: row('player', 'Leave the group', {
    params: byId,
    reply: success,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  inviteToGroup: row('player', 'Get the invite code and link', {
    params: byId,
    reply: group.invite,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),

  getToday: row('player', "Get today's game as the caller sees it", { reply: game.today }),
  startTurn: row('player', 'Start a turn, or return the turn the caller holds', {
    reply: game.turn,
    errors: ['CONFLICT', 'NOT_FOUND'],
  }),
  skipTurn: row('player', "Skip the caller's turn, even before it starts", {
    reply: game.today,
    errors: ['CONFLICT'],
  }),
  submitTurn: row('player', 'Submit the drawing or the final guess, which is one of the attempts', {
    body: game.submission,
    reply: game.submissionReply,
    errors: ['CONFLICT'],
  }),
  submitGuess: row('player', 'Make one guess attempt', {
    body: game.guess,
    reply: game.guessReply,
    errors: ['CONFLICT'],
  }),
  getYesterdayResults: row('player', "Get the results of the caller's game yesterday", {
    reply: results.yesterdayResults,
    errors: ['NOT_FOUND'],
  }),
  getDailyStats: row('player', 'Get the number of players today', { reply: game.dailyStats }),
  getGame: row('player', 'Get the results of a completed game (participants and group members)', {
    params: byId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),
  jumpIn: row('player', "Join a public game, or create today's game of the group", {
    reply: game.today,
    errors: ['ALREADY_HAS_GROUP_GAME'],
  }),
  pingActivity: row('player', 'Report that the caller is active', { reply: success }),

  triggerDailyGames: row('admin', "Close earlier games and create today's", {
    reply: admin.dailyGames,
    dueWork: 'none',
  }),
  createMockGame: row('admin', 'Create a completed game on an earlier day, with simulated players', {
    body: admin.mockGame,
    reply: admin.mockGameMade,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  completeUserGame: row('admin-and-player', "Let simulated players finish the caller's game today", {
    reply: admin.userGameCompleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  regenerateHistory: row('admin', "Rebuild a user's history index from the games", {
    body: admin.historyOf,
    reply: admin.historyRegenerated,
    errors: ['NOT_FOUND'],
  }),

  registerToken: row('player', 'Register a push token', {
    body: notifications.tokenRegistration,
    reply: success,
  }),
  unregisterToken: row('player', 'Unregister a push token', {
    body: notifications.tokenRemoval,
    reply: success,
    refusesSuspended: false,
  }),
  getTokens: row('player', "List the caller's push tokens", { reply: notifications.tokenList }),
  updateNotificationSettings: row('player', 'Turn notifications on or off', {
    body: notifications.settingsChange,
    reply: notifications.changedSettings,
  }),

  watchReactions: row('query-token', 'Stream the reactions to a game', {
    params: byGameId,
    query: z.object({ token: z.string() }),
    reply: reactions.reactionMessage,
    errors: ['FORBIDDEN'],
    kind: 'socket',
  }),
  getReactions: row('player', 'Get all reactions to a game', {
    params: byGameId,
    reply: reactions.gameReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  addReaction: row('player', "React to a step, replacing the caller's earlier reaction", {
    params: byGameId,
    body: reactions.reaction,
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  removeReaction: row('player', "Remove the caller's reaction", {
    params: z.object({ gameId: id, stepIndex: digits }),
    reply: reactions.stepReactions,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),

  getPublicResults: row('optional', 'Get the results of a completed game (anyone with its id)', {
    params: byGameId,
    reply: results.gameResults,
    errors: ['NOT_FOUND'],
  }),

  getExtensions: row('none', 'List the extensions that this server has', {
    reply: extensions,
    extension: 'extensions',
  }),
  getAnnouncements: row(
    'none',
    'List what the operator tells all players, and whether the server is under maintenance',
    {
      reply: operator.announcements,
      dueWork: 'none',
      extension: 'announcements',
    },
  ),

  report: row('player', 'Report a drawing, guess, name or avatar', {
    body: safety.report,
    reply: safety.reportReply,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    extension: 'reports',
  }),
  getReports: row('player', "List the caller's reports, newest first", {
    reply: safety.ownReports,
    extension: 'reports',
  }),
  takeBackReport: row('player', 'Take a report back', {
    params: z.object({ reportId: id }),
    reply: safety.ownReports,
    errors: ['NOT_FOUND'],
    extension: 'reports',
  }),
  getBlocks: row('player', 'List the players that the caller has blocked', {
    reply: safety.blocks,
    extension: 'blocks',
  }),
  block: row('player', 'Block a player', {
    body: safety.block,
    reply: safety.blocks,
    errors: ['NOT_FOUND', 'CONFLICT'],
    extension: 'blocks',
  }),
  unblock: row('player', 'Unblock a player', {
    params: z.object({ userId: id }),
    reply: safety.blocks,
    extension: 'blocks',
  }),

  acknowledgeWarning: row('player', "Confirm that the caller has read the moderators' warning", {
    body: user.noticeRead,
    reply: success,
    refusesSuspended: false,
    extension: 'reports',
  }),
  exportAccount: row('player', 'Get everything that the server keeps about the caller', {
    reply: account.accountExport,
    extension: 'account',
  }),
  deleteAccount: row('player', "Delete the caller's account for good", {
    body: account.accountDeletion,
    reply: success,
    errors: ['FORBIDDEN'],
    refusesSuspended: false,
    extension: 'account',
  }),
  createMoveCode: row('player', 'Get a code with which another device becomes this player', {
    reply: account.moveCode,
    errors: ['CONFLICT'],
    extension: 'devices',
  }),
  previewMove: row('none', 'Get whose player a device becomes by a move code', {
    body: account.movePreviewQuery,
    reply: account.movePreview,
    errors: ['NOT_FOUND'],
    extension: 'devices',
  }),
  moveHere: row('none', 'Become the player of a move code on this device', {
    body: account.move,
    reply: account.moved,
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
    extension: 'devices',
  }),
  getDevices: row('player', "List the caller's devices", { reply: account.devices, extension: 'devices' }),
  removeDevice: row('player', "Sign out one of the caller's devices", {
    params: byId,
    reply: account.devices,
    errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    extension: 'devices',
  }),
  signOutOthers: row('player', "Sign out all of the caller's devices but the one that calls", {
    reply: account.devices,
    errors: ['FORBIDDEN'],
    extension: 'devices',
  }),
  acknowledgeDevice: row('player', 'Confirm on this device that the caller knows of a new one', {
    body: user.noticeRead,
    reply: success,
    refusesSuspended: false,
    extension: 'devices',
  }),

  getKeptOut: row('player', 'List the players who cannot rejoin the group (host only)', {
    params: byId,
    reply: account.keptOut,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: 'group-safety',
  }),
  letBackIn: row('player', 'Let a player rejoin the group (host only)', {
    params: z.object({ id, userId: id }),
    reply: account.keptOut,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: 'group-safety',
  }),
  renewGroupCode: row('player', 'Give the group a new code (host only)', {
    params: byId,
    reply: group.group,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    extension: 'group-safety',
  }),

  getInvitation: row('none', 'Find the group of an invite link without signing in', {
    params: z.object({ code: group.groupCode }),
    reply: group.invitedGroup,
    errors: ['NOT_FOUND'],
    extension: 'invitations',
  }),

  getNotificationSettings: row('player', 'Get which notifications the caller receives', {
    reply: notifications.settings,
    extension: 'push-times',
  }),
  nudge: row(
    'player',
    "Notify the waiting players of the caller's group game that it is their turn, once in each turn",
    {
      reply: success,
      errors: ['CONFLICT'],
      extension: 'nudges',
    },
  ),

  listReports: row('moderator', 'List reported things', {
    query: moderation.queueQuery,
    reply: moderation.queue,
    extension: 'moderation',
  }),
  inspectReport: row('moderator', 'Get a reported thing with its whole chain', {
    params: byId,
    reply: moderation.inspectedReport,
    errors: ['NOT_FOUND'],
    extension: 'moderation',
  }),
  decide: row('moderator', 'Decide about a reported thing, a step or a player', {
    body: moderation.decide,
    reply: moderation.decision,
    errors: ['NOT_FOUND', 'CONFLICT'],
    extension: 'moderation',
  }),
  getModerationLog: row('moderator', 'List all decisions, newest first', {
    query: moderation.logQuery,
    reply: moderation.log,
    extension: 'moderation',
  }),
  findPlayers: row('moderator', 'Find players by name or id', {
    query: moderation.playersQuery,
    reply: moderation.foundPlayers,
    extension: 'moderation',
  }),
  inspectPlayer: row('moderator', "Get a player's games, reports and decisions", {
    params: byId,
    reply: moderation.inspectedPlayer,
    errors: ['NOT_FOUND'],
    extension: 'moderation',
  }),

  getControlStatus: row('moderator', 'Get the version, clock and document counts of the reference server', {
    reply: control.controlStatus,
  }),
  getClock: row('moderator', "Get the server's clock", { reply: control.clockState }),
  changeClock: row('admin', 'Set, advance, freeze or resume the clock', {
    body: control.clockChange,
    reply: control.clockState,
  }),
  getFaults: row('admin', 'List the faults of this process', { reply: z.array(control.fault) }),
  putFaults: row('admin', 'Replace the faults of this process', {
    body: z.array(control.fault),
    reply: z.array(control.fault),
  }),
  clearFaults: row('admin', 'Remove all faults of this process', { reply: z.array(control.fault) }),
  exportWorld: row('admin', 'Export the world, in lines', {
    reply: control.world,
    kind: 'lines',
    dueWork: 'all',
    listed: 'always',
  }),
  restoreWorld: row('admin', 'Replace the world by one in lines, or in one document of an earlier version', {
    body: control.world,
    reply: control.worldRestored,
    kind: 'lines',
  }),
  resetWorld: row('admin', 'Reset the world to the seed state', { reply: success }),
  stage: row('admin', "Put a player's game today into a given state", {
    body: control.stage,
    reply: game.today,
    errors: ['NOT_FOUND'],
  }),
  listUsers: row('moderator', 'List users by name, id, group or device', {
    query: control.usersQuery,
    reply: control.documentList,
  }),
  inspectUser: row('moderator', 'Get a user with their group, game of today and history', {
    params: byId,
    query: user.historyQuery,
    reply: control.inspectedUser,
    errors: ['NOT_FOUND'],
  }),
  renameUser: row('admin', 'Rename a user', {
    params: byId,
    body: control.userRename,
    reply: user.user,
    errors: ['NOT_FOUND'],
  }),
  listGroups: row('moderator', 'List groups by name or id', {
    query: control.groupsQuery,
    reply: control.documentList,
  }),
  inspectGroup: row('moderator', 'Get a group with its members', {
    params: byId,
    reply: group.group,
    errors: ['NOT_FOUND'],
  }),
  renameGroup: row('admin', 'Rename a group', {
    params: byId,
    body: control.groupRename,
    reply: group.group,
    errors: ['NOT_FOUND'],
  }),
  removeGroup: row('admin', 'Remove a group. Its members stay, and so do its games', {
    params: byId,
    reply: success,
    errors: ['NOT_FOUND'],
  }),
  removeMember: row('admin', 'Take a member out of a group', {
    params: z.object({ id, userId: id }),
    reply: success,
    errors: ['NOT_FOUND'],
  }),
  listGames: row('moderator', 'List the games of a day by status, group or user', {
    query: control.gamesQuery,
    reply: control.documentList,
  }),
  inspectGame: row('moderator', 'Get a game with its whole chain and state', {
    params: byId,
    reply: control.documents,
    errors: ['NOT_FOUND'],
  }),
  getGameDrawings: row('moderator', 'Get the drawings of a game, hidden ones included', {
    params: byId,
    reply: control.gameDrawings,
    errors: ['NOT_FOUND'],
  }),
  endTurn: row('admin', 'End the running turn, so that its player may start again or is skipped', {
    params: byId,
    body: control.turnEnd,
    reply: control.documents,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  completeGame: row('admin', 'Let simulated players finish a game', {
    params: byId,
    reply: admin.userGameCompleted,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  watchEvents: row('moderator', 'Stream domain events', { reply: control.documents, kind: 'events' }),
  getOutbox: row(
    'admin',
    'List the messages that this process has sent through the embedded push transport',
    {
      reply: control.documentList,
      dueWork: 'all',
    },
  ),
  clearOutbox: row(
    'admin',
    'Forget the messages that this process has sent, after sending those that are due',
    {
      reply: success,
      dueWork: 'all',
    },
  ),
  announce: row('moderator', 'Tell all players something: a line on their home screen, and a notification', {
    body: operator.newAnnouncement,
    reply: operator.announced,
    errors: ['CONFLICT'],
  }),
  removeAnnouncement: row(
    'moderator',
    'Remove an announcement, and its notifications that were not sent yet',
    {
      params: byId,
      reply: success,
      errors: ['NOT_FOUND'],
    },
  ),
  getMaintenance: row('moderator', 'Get whether the server is under maintenance', {
    reply: operator.maintenanceState,
  }),
  startMaintenance: row(
    'admin',
    'Let players read only, until the maintenance ends; a restart does not end it',
    {
      body: operator.maintenanceStart,
      reply: operator.maintenanceState,
    },
  ),
  endMaintenance: row('admin', 'End the maintenance', { reply: operator.maintenanceState }),
  rotateAdminKey: row('admin', 'Replace the generated admin key; the old one is invalid at once', {
    reply: operator.newAdminKey,
    errors: ['CONFLICT'],
  }),
  noteSave: row('admin', 'Note that a save of the world was written and checked just now, for the metrics', {
    reply: success,
  }),
  listAdminCalls: row('admin', 'List the calls with the admin key or the moderator key, newest first', {
    query: operator.adminCallsQuery,
    reply: operator.adminCalls,
  }),
}

export const endpoints = tableOf(rows)
export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export const endpointNames = Object.keys(endpoints) as EndpointName[]
