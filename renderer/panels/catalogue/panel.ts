import type { Panel } from '../panel.ts'
import { Catalogue } from './catalogue.tsx'

export const cataloguePanel: Panel = { id: 'catalogue', dock: 'left', key: 'C', title: 'window.tab.catalogue', Component: Catalogue }
