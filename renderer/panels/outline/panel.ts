import type { Panel } from '../panel.ts'
import { Outline } from './outline.tsx'

export const outlinePanel: Panel = { id: 'outline', dock: 'left', key: 'O', title: 'window.tab.outline', Component: Outline, isPerRoom: true }
