import IconPointer from '@tabler/icons-react/dist/esm/icons/IconPointer.mjs'
import type { Tool } from '../tool.ts'

export const selectTool: Tool = { id: 'select', button: { key: 'Space', icon: IconPointer } }
