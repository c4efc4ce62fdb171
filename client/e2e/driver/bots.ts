import { Bot } from '@inkling/scenarios/bots/bot'
import { loadSketchbook } from '@inkling/scenarios/bots/library-sketchbook'
import { fastPace } from '@inkling/scenarios/bots/pace'
import { PERSONAS } from '@inkling/scenarios/bots/personas'

/** A bot that has joined the group of a code and waits for its turn. */
export async function invitedBot(baseUrl: string, name: string, avatar: string, code: string): Promise<Bot> {
  const bot = new Bot({
    name,
    access: { baseUrl, fetch },
    persona: PERSONAS.steady,
    sketchbook: loadSketchbook(),
    pace: fastPace,
    seed: `browser tests/${name}`,
  })
  await bot.signInAsNew()
  await bot.introduce({ username: name, avatar })
  await bot.client.joinGroup({ body: { code } })
  return bot
}
