/** The method and path of every call, with `{name}` for each path parameter. A module without the schemas, for clients. */
export const calls = {
  signInDevice: 'POST /api/auth/device',
  renewToken: 'POST /api/auth/renew',

  getProfile: 'GET /api/user/profile',
  updateProfile: 'PUT /api/user/profile',
  getHistory: 'GET /api/user/history',

  createGroup: 'POST /api/groups/create',
  joinGroup: 'POST /api/groups/join',
  lookupGroup: 'GET /api/groups/lookup/{code}',
  getGroup: 'GET /api/groups/{id}',
  updateGroupSettings: 'PUT /api/groups/{id}/settings',
  kickMember: 'POST /api/groups/{id}/kick',
  leaveGroup: 'POST /api/groups/{id}/leave',
  inviteToGroup: 'POST /api/groups/{id}/invite',

  getToday: 'GET /api/game/today',
  startTurn: 'POST /api/game/start-turn',
  skipTurn: 'POST /api/game/skip-turn',
  submitTurn: 'POST /api/game/submit-turn',
  submitGuess: 'POST /api/game/submit-guess',
  getYesterdayResults: 'GET /api/game/yesterday/results',
  getDailyStats: 'GET /api/game/stats/daily',
  getGame: 'GET /api/game/{id}',
  jumpIn: 'POST /api/game/jump-in',
  pingActivity: 'POST /api/game/ping-activity',

  triggerDailyGames: 'POST /api/admin/trigger-daily-games',
  createMockGame: 'POST /api/admin/create-mock-game',
  completeUserGame: 'POST /api/admin/complete-user-game',
  regenerateHistory: 'POST /api/admin/regenerate-history',

  registerToken: 'POST /api/notifications/register-token',
  unregisterToken: 'POST /api/notifications/unregister-token',
  getTokens: 'GET /api/notifications/tokens',
  updateNotificationSettings: 'PATCH /api/notifications/settings',

  watchReactions: 'GET /api/reactions/ws/{gameId}',
  getReactions: 'GET /api/reactions/{gameId}',
  addReaction: 'POST /api/reactions/{gameId}',
  removeReaction: 'DELETE /api/reactions/{gameId}/{stepIndex}',

  getPublicResults: 'GET /api/public/game/{gameId}/results',

  getExtensions: 'GET /api/extensions',

  getAnnouncements: 'GET /api/announcements',

  report: 'POST /api/reports',
  getReports: 'GET /api/reports',
  takeBackReport: 'DELETE /api/reports/{reportId}',
  getBlocks: 'GET /api/blocks',
  block: 'POST /api/blocks',
  unblock: 'DELETE /api/blocks/{userId}',
  acknowledgeWarning: 'POST /api/user/acknowledge-warning',

  exportAccount: 'GET /api/user/export',
  deleteAccount: 'POST /api/user/delete-account',
  createMoveCode: 'POST /api/user/move-code',
  previewMove: 'POST /api/auth/move/preview',
  moveHere: 'POST /api/auth/move',
  getDevices: 'GET /api/user/devices',
  removeDevice: 'DELETE /api/user/devices/{id}',
  signOutOthers: 'POST /api/user/sign-out-others',
  acknowledgeDevice: 'POST /api/user/acknowledge-device',

  getKeptOut: 'GET /api/groups/{id}/kept-out',
  letBackIn: 'DELETE /api/groups/{id}/kept-out/{userId}',
  renewGroupCode: 'POST /api/groups/{id}/code',

  getInvitation: 'GET /api/invitations/{code}',

  getNotificationSettings: 'GET /api/notifications/settings',
  nudge: 'POST /api/notifications/nudge',

  listReports: 'GET /api/admin/moderation/reports',
  inspectReport: 'GET /api/admin/moderation/reports/{id}',
  decide: 'POST /api/admin/moderation/decisions',
  getModerationLog: 'GET /api/admin/moderation/log',
  findPlayers: 'GET /api/admin/moderation/players',
  inspectPlayer: 'GET /api/admin/moderation/players/{id}',

  getControlStatus: 'GET /control/status',
  getClock: 'GET /control/clock',
  changeClock: 'POST /control/clock',
  getFaults: 'GET /control/faults',
  putFaults: 'PUT /control/faults',
  clearFaults: 'DELETE /control/faults',
  exportWorld: 'GET /control/world',
  restoreWorld: 'PUT /control/world',
  resetWorld: 'DELETE /control/world',
  stage: 'POST /control/stage',
  listUsers: 'GET /control/users',
  inspectUser: 'GET /control/users/{id}',
  renameUser: 'PATCH /control/users/{id}',
  listGroups: 'GET /control/groups',
  inspectGroup: 'GET /control/groups/{id}',
  renameGroup: 'PATCH /control/groups/{id}',
  removeGroup: 'DELETE /control/groups/{id}',
  removeMember: 'DELETE /control/groups/{id}/members/{userId}',
  listGames: 'GET /control/games',
  inspectGame: 'GET /control/games/{id}',
  getGameDrawings: 'GET /control/games/{id}/drawings',
  endTurn: 'POST /control/games/{id}/end-turn',
  completeGame: 'POST /control/games/{id}/complete',
  watchEvents: 'GET /control/events',
  getOutbox: 'GET /control/outbox',
  clearOutbox: 'DELETE /control/outbox',
  announce: 'POST /control/announcements',
  removeAnnouncement: 'DELETE /control/announcements/{id}',
  getMaintenance: 'GET /control/maintenance',
  startMaintenance: 'PUT /control/maintenance',
  endMaintenance: 'DELETE /control/maintenance',
  rotateAdminKey: 'POST /control/admin-key',
  noteSave: 'POST /control/saves',
  listAdminCalls: 'GET /control/admin-calls',
} as const

export function methodAndPath(name: keyof typeof calls): [method: string, path: string] {
  const [method = '', path = ''] = calls[name].split(' ')
  return [method, path]
}
