import type { Panel } from '../panel.ts'
import { ViewsPanel } from './views-panel.tsx'

export const viewsPanel: Panel = { id: 'views', dock: 'left', key: 'V', title: 'window.tab.views', Component: ViewsPanel, isPerRoom: true }
