import type { Panel } from '../panel.ts'
import { StatusBar } from './status-bar.tsx'

export const statusPanel: Panel = { id: 'status', dock: 'bottom', title: 'command.view.statusBar', Component: StatusBar }
