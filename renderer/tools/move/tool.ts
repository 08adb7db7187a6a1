import IconArrowsMove from '@tabler/icons-react/dist/esm/icons/IconArrowsMove.mjs'
import { phrase } from '../../words/say.ts'
import type { Tool } from '../tool.ts'

export const moveTool: Tool = {
  id: 'move',
  button: { key: 'M', icon: IconArrowsMove },
  handles: { drag: 'translate', axes: 'world', undo: (name) => phrase('undo.move', { name }), refuses: () => null },
}
