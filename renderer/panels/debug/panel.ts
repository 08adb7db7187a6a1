import { useDebug } from '../../interaction/debug.ts'
import type { Panel } from '../panel.ts'
import { DebugPanel } from './debug-panel.tsx'

export const debugPanel: Panel = { id: 'debug', dock: 'right', title: 'debug.title', Component: DebugPanel, isCalled: () => useDebug.getState().open }
