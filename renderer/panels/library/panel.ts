import type { Panel } from '../panel.ts'
import { MaterialLibrary } from './material-library.tsx'

export const libraryPanel: Panel = { id: 'materials', dock: 'left', key: 'Shift+M', title: 'library.title', Component: MaterialLibrary }
