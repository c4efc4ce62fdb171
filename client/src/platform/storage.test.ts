import { describe, expect, it, vi } from 'vitest'
import { KEY, local, useStorageTrouble } from './storage.ts'

describe("the browser's storage", () => {
  it('uses the documented keys', () => {
    expect(Object.values(KEY)).toEqual(
      expect.arrayContaining([
        'authToken',
        'deviceId',
        'userData',
        'onboardingComplete',
        'pendingGroupCode',
        'sessionStart',
        'push_notification_asked',
        'push_token',
        'push_platform',
        'push_token_registered',
        'bestGuessSelected',
        'bestGuessScore',
      ]),
    )
  })

  it('is empty in a browser that refuses storage, and does not throw', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    local.set(KEY.theme, 'dark')
    expect(local.get(KEY.theme)).toBeNull()
    local.remove(KEY.theme)
    expect(console.info).toHaveBeenCalledOnce()
    expect(useStorageTrouble.getState().trouble).toBe('refused')
    vi.unstubAllGlobals()
    useStorageTrouble.setState({ trouble: null })
  })
})
