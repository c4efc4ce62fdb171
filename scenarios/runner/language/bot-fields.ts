/** The variables of a bot, such as `${ann.userId}`. */
export const BOT_FIELDS = {
  name: 'the name of the bot in this file',
  userId: 'its user id',
  username: 'its username',
  deviceId: 'its device id',
  groupId: 'the group that it last created, joined or fetched',
  code: 'the join code of that group',
  gameId: 'the last game in a response',
  status: 'its status in that game',
  turnId: 'the last turn that it started',
  word: 'the word of its turn, or the guess that it submitted',
  drawing: 'the drawing of its turn: the one to guess, or its own',
  yesterdayGameId: "yesterday's game, once fetched",
} as const
