import type { Panel } from '../panel.ts'
import { Inspector } from './inspector.tsx'

export const inspectorPanel: Panel = { id: 'inspector', dock: 'right', title: 'inspector.title', Component: Inspector }
