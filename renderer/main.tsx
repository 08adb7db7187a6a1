import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import './ui/window.css'
import './ui/controls.css'
import './panels/panels.css'
import './panels/start/start.css'
import './panels/start/recovery.css'
import './panels/debug/debug.css'
import './panels/views/views.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { start } from './start.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

start()
createRoot(root).render(<StrictMode><App /></StrictMode>)
