import IconRotate from '@tabler/icons-react/dist/esm/icons/IconRotate.mjs'
import { rotationOf } from '../../document/light-frame.ts'
import { phrase } from '../../words/say.ts'
import type { Tool } from '../tool.ts'

export const rotateTool: Tool = {
  id: 'rotate',
  button: { key: 'Q', icon: IconRotate },
  handles: {
    drag: 'rotate',
    axes: 'local',
    undo: (name) => phrase('undo.rotate', { name }),
    // Alone, what looks the same from everywhere has nothing to turn.
    refuses: (light, isAlone) => (isAlone && rotationOf(light) === null ? phrase('hint.turn', { name: light.name }) : null),
  },
}
