import { test as base } from '@playwright/test'
import { type Served, serve } from '../driver/server.ts'
import type { Device, DeviceSettings, Engine, EngineName } from './engine.ts'
import { openEngine } from './open-engine.ts'

interface Fixtures {
  served: Served
  /** Starts a browser with separate storage, like another phone. It is closed at the end of the test. */
  device: (settings?: Partial<DeviceSettings>) => Promise<Device>
}

interface WorkerFixtures {
  engineName: EngineName
  engine: Engine
}

const PHONE: DeviceSettings = { width: 390, height: 844 }

export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['chromium', { option: true, scope: 'worker' }],

  engine: [
    async ({ engineName }, use) => {
      const engine = await openEngine(engineName)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
  served: async ({}, use) => {
    const served = await serve('engines')
    await use(served)
    await served.stop()
  },

  device: async ({ engine }, use, { annotations }) => {
    const devices: Device[] = []
    await use(async (settings = {}) => {
      const device = await engine.open({ ...PHONE, ...settings })
      devices.push(device)
      annotations.push({ type: 'browser', description: device.version })
      return device
    })
    for (const device of devices) await device.close()
  },
})

export { expect } from '@playwright/test'
