import IconResize from '@tabler/icons-react/dist/esm/icons/IconResize.mjs'
import { hasSize } from '../../document/light-size.ts'
import { phrase } from '../../words/say.ts'
import type { Tool } from '../tool.ts'

export const scaleTool: Tool = {
  id: 'scale',
  button: { key: 'S', icon: IconResize },
  handles: {
    drag: 'scale',
    axes: 'local',
    undo: (name) => phrase('undo.scale', { name }),
    refuses: (light) => (hasSize(light) ? null : phrase('hint.size', { name: light.name })),
  },
}
