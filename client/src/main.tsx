import './csp.ts'
import './ui/style/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { leavePage, leaveToOtherPlayer } from './app/leave-page.ts'
import { prepareResults } from './app/screens.ts'
import { beginSignIn } from './app/startup.tsx'
import { cacheOfflineShell } from './platform/offline-shell.ts'
import { showTheme } from './platform/theme.ts'
import { backUpDevice, restoreDevice } from './session/device/device-backup.ts'
import { storeGroupCode } from './session/device/pending-group-code.ts'
import { followOtherTabs } from './session/session.ts'

// Set by public/browser-check.js, which then also shows a message. Not awaited: the screens that it loads import this module.
if (!('tooOld' in document.documentElement.dataset)) void start()

async function start(): Promise<void> {
  showTheme()
  storeGroupCode(window.location)
  cacheOfflineShell()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await Promise.all([restoreDevice(leavePage), prepareResults(window.location.pathname)])
  beginSignIn(window.location.pathname)
  void backUpDevice()
  followOtherTabs({ onLogout: leavePage, onOtherPlayer: (name) => void leaveToOtherPlayer(name) })
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
