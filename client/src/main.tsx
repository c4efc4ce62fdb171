import './csp.ts'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { keepOfflineShell } from './platform/offline-shell.ts'
import { showTheme } from './platform/theme.ts'
import { takeGroupCode } from './session/pending-group-code.ts'

showTheme()
takeGroupCode(window.location.search)
keepOfflineShell()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
