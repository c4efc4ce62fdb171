import { expect, test } from './fixtures.ts'
import { Player } from './player.ts'

test('a player can return after the storage was cleared, and while the server is down', async ({
  device,
  served,
}) => {
  const phone = await device({ reducedMotion: true })
  const ann = new Player(await phone.openTab(), served.url)
  await ann.onboard('Ann')
  // WebKit never finishes the installation of a worker if the page that registered it is left meanwhile.
  await ann.tab.run(async () => {
    await navigator.serviceWorker.ready
  })
  const { deviceId } = await ann.storage()
  const isAnn = async () => {
    await ann.goto('/profile')
    await ann.see({ text: 'Ann' })
    expect((await ann.storage()).deviceId).toBe(deviceId)
  }

  await test.step('the database restores the device id', async () => {
    await ann.tab.run(() => localStorage.clear())
    await isAnn()
  })

  await test.step('the system theme is light, and the tabs are at the bottom', async () => {
    const look = await ann.tab.run(() => ({
      background: getComputedStyle(document.body).backgroundColor,
      tabsEnd: Math.round(document.querySelector('nav')?.getBoundingClientRect().bottom ?? 0),
      height: innerHeight,
      overhang: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }))
    expect(look).toEqual({ background: 'rgb(253, 247, 232)', tabsEnd: 844, height: 844, overhang: 0 })
  })

  await test.step('without the server, the cached client opens all its screens', async () => {
    await served.stop()
    await ann.goto('/')
    await ann.see({ role: 'button', name: 'Try Again' })
    await ann.press('link', 'Profile')
    await ann.see({ role: 'heading', name: 'Profile' })
  })

  await test.step('a player who logged out is asked before being signed in again', async () => {
    await ann.press('button', 'Log Out')
    await ann.press('button', 'Log Out')
    await ann.see({ text: /Welcome back, Ann/ })
    await ann.tab.run(() => localStorage.clear())
    await ann.goto('/')
    await ann.see({ role: 'button', name: 'Continue as Ann' })
  })
})
