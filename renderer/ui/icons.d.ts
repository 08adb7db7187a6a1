/** One icon by itself: the package's door opens all six thousand, which costs a second in every unit test behind it. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
