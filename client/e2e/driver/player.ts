import { expect, type Page } from '@playwright/test'

/* Actions of players in the client, through visible elements. */

interface Arrival {
  /** The name of a new group to create. */
  creates?: string
  /** The join code of a group to join. */
  joins?: string
  /** Whether the player has started the first turn of the new group. */
  draws?: boolean
}

/**
 * Signs a returning player in, with a group if one is given: by calls instead of through the screens. The next page that is
 * opened plays as this player.
 * @returns the player's id, and the group's join code, which is empty without a group
 */
export async function signUp(
  page: Page,
  username: string,
  { creates, joins, draws = false }: Arrival = {},
): Promise<{ id: string; code: string }> {
  const deviceId = `device_of_${username.toLowerCase()}_in_a_browser`
  const signedIn = await page.request.post('/api/auth/device', { data: { deviceId } })
  const { token, user } = await signedIn.json()
  const headers = { authorization: `Bearer ${token}` }
  const named = await page.request.put('/api/user/profile', {
    headers,
    data: { username, avatar: '🐙', finishedOnboarding: true },
  })
  expect(named.status()).toBe(200)
  let code = ''
  if (creates !== undefined || joins !== undefined) {
    const group = await page.request.post(`/api/groups/${creates === undefined ? 'join' : 'create'}`, {
      headers,
      data: creates === undefined ? { code: joins } : { name: creates },
    })
    expect(group.ok()).toBe(true)
    ;({ code } = await group.json())
  }
  for (const call of draws ? ['jump-in', 'start-turn'] : []) {
    const answer = await page.request.post(`/api/game/${call}`, { headers })
    expect(answer.status(), call).toBe(200)
  }
  const profile = await page.request.get('/api/user/profile', { headers })
  await page.addInitScript(
    (entries) => {
      if (!location.protocol.startsWith('http') || localStorage.getItem('authToken') !== null) return
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    Object.entries({
      deviceId,
      authToken: token,
      userData: await profile.text(),
      onboardingComplete: 'true',
    }),
  )
  return { id: user.id, code }
}

/** Signs Ann in, alone in a group, in a drawing turn. */
export async function inDrawingTurn(page: Page): Promise<void> {
  await signUp(page, 'Ann', { creates: 'Night Owls', draws: true })
  await page.goto('/game/draw')
  await expect(page.locator('canvas')).toBeVisible()
}

/** Follows a link to a route: the page is not loaded again. */
export const openRoute = (page: Page, path: string): Promise<void> =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

export async function onboard(page: Page, username: string, at = '/'): Promise<void> {
  await page.goto(at)
  await page.getByRole('button', { name: 'Get Started' }).click()
  await page.getByLabel('Username', { exact: true }).fill(username)
  await page.getByRole('radio').first().click()
  await page.getByRole('button', { name: 'Start Playing!' }).click()
  await expect(page.getByRole('link', { name: /Play Solo/ })).toBeVisible()
}

/** @returns the join code */
export async function createGroup(page: Page, name: string): Promise<string> {
  await page.getByRole('link', { name: /Create (New )?Group/ }).click()
  await page.getByLabel('Group name').fill(name)
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const code = (await page.getByText(/^[A-Z0-9]{6}$/).textContent())?.trim()
  if (!code) throw new Error('The group shows no code')
  return code
}

export async function joinGroup(page: Page, code: string): Promise<void> {
  await page.getByRole('link', { name: /Join (Existing )?Group/ }).click()
  await page.getByRole('textbox').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Join Group' }).click()
  await expect(page).toHaveURL(/\/group$/)
}

/** From home through the ready screen into the turn. */
export async function startTurn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Play', exact: true }).click()
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await page.getByRole('button', { name: "Let's Go!" }).click()
  // The previous screen contains some of the same words.
  const drawing = page.getByRole('button', { name: 'Submit Drawing' })
  await expect(drawing.or(page.getByPlaceholder('Write your guess'))).toBeVisible()
}

/** Draws a house with a door and a sun with real pointer moves. Four strokes. */
export async function drawHouse(page: Page): Promise<void> {
  const canvas = page.getByRole('application').or(page.locator('canvas')).first()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is no canvas to draw on')
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  const line = async (...points: (readonly [number, number])[]) => {
    const [first, ...rest] = points
    if (!first) return
    await page.mouse.move(...at(...first))
    await page.mouse.down()
    for (const point of rest) await page.mouse.move(...at(...point))
    await page.mouse.up()
  }
  await line([0.25, 0.8], [0.25, 0.45], [0.75, 0.45], [0.75, 0.8], [0.25, 0.8])
  await page.getByRole('radio', { name: 'red' }).click()
  await line([0.2, 0.47], [0.5, 0.2], [0.8, 0.47])
  await page.getByRole('radio', { name: 'brown' }).click()
  await line([0.45, 0.8], [0.45, 0.6], [0.55, 0.6], [0.55, 0.8])
  await page.getByRole('radio', { name: 'yellow' }).click()
  await line([0.85, 0.12], [0.9, 0.17], [0.85, 0.22], [0.8, 0.17], [0.85, 0.12])
}

/** Skips the story with which the results start on a device's first visit. */
export async function skipStory(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
