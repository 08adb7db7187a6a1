import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Neutral with a breath of warmth, so that the room's own colours are judged against grey. */
const stone: MantineColorsTuple = [
  '#f7f6f4', '#efedea', '#e3e0dc', '#d2cec8', '#b5b0a9', '#96918a', '#75716b', '#57544f', '#3b3936', '#262523',
]
const ink: MantineColorsTuple = [
  '#e7e8ea', '#c6c8cc', '#a9acb2', '#8a8e95', '#4a4e55', '#3a3d43', '#2b2e33', '#222529', '#1a1c1f', '#131517',
]
/** The accent: petrol. Shade 7 on white and shade 3 on ink both pass WCAG AA for text. */
const petrol: MantineColorsTuple = [
  '#e6f5f6', '#cfe8ea', '#a0d2d6', '#6fbcc2', '#48a8b0', '#2f9ca5', '#1b8790', '#0f6d75', '#075860', '#00434a',
]

const SYSTEM_FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "DejaVu Sans", sans-serif'
const MONO_FONT = 'ui-monospace, "SF Mono", "Cascadia Mono", "Noto Sans Mono", "Liberation Mono", "DejaVu Sans Mono", monospace'

export const theme = createTheme({
  colors: { gray: stone, dark: ink, petrol },
  primaryColor: 'petrol',
  primaryShade: 7,
  autoContrast: true,
  black: '#1d1c1a',
  fontFamily: SYSTEM_FONT,
  fontFamilyMonospace: MONO_FONT,
  fontSizes: { xs: '0.71875rem', sm: '0.78125rem', md: '0.84375rem', lg: '1rem', xl: '1.25rem' },
  headings: { fontFamily: SYSTEM_FONT, fontWeight: '600' },
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Tooltip: { defaultProps: { openDelay: 500, withArrow: false, fz: 'xs', transitionProps: { duration: 80 } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 0 } } },
    MenuDivider: { defaultProps: { role: 'separator' } },
    // While a dialog fades it keeps the keys to itself, and where a program plays the GPU a tenth of a second takes half of one.
    Modal: { defaultProps: { centered: true, radius: 'md', overlayProps: { backgroundOpacity: 0.35 }, transitionProps: { duration: 0 } } },
    // A header of its own would be a second banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Its list stays inside the panel's landmark; fixed, no panel cuts it off.
    Select: { defaultProps: { size: 'xs', allowDeselect: false, comboboxProps: { shadow: 'md', withinPortal: false, keepMounted: false, floatingStrategy: 'fixed', transitionProps: { duration: 60 } } } },
    TextInput: { defaultProps: { size: 'xs' } },
    // Where a program plays the GPU, a mark that slides stands between two choices for as long as a picture takes.
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 0 } },
    Switch: { defaultProps: { size: 'xs' } },
    Slider: { defaultProps: { size: 'sm' } },
  },
})

/** Surfaces from the back of the window to its front, per colour scheme; the style sheets use these names alone. */
export const cssVariables: CSSVariablesResolver = (mantine) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#6b6761',
    '--mantine-color-placeholder': '#75716b',
    '--atrium-chrome': mantine.colors.gray[0],
    '--atrium-panel': '#ffffff',
    '--atrium-raised': mantine.colors.gray[1],
    '--atrium-hover': 'rgba(40, 36, 30, 0.06)',
    '--atrium-line': mantine.colors.gray[2],
    '--atrium-viewport': '#d9d7d3',
    '--atrium-selected': mantine.colors.petrol[0],
    '--atrium-accent': mantine.colors.petrol[7],
    '--atrium-shadow': '0 8px 28px rgba(30, 27, 22, 0.16), 0 1px 3px rgba(30, 27, 22, 0.1)',
  },
  dark: {
    '--mantine-color-body': mantine.colors.dark[7],
    '--mantine-color-text': mantine.colors.dark[0],
    '--mantine-color-dimmed': '#9da1a8',
    '--mantine-color-placeholder': '#9da1a8',
    '--atrium-chrome': mantine.colors.dark[8],
    '--atrium-panel': mantine.colors.dark[7],
    '--atrium-raised': mantine.colors.dark[6],
    '--atrium-hover': 'rgba(255, 255, 255, 0.06)',
    '--atrium-line': '#34373c',
    '--atrium-viewport': mantine.colors.dark[9],
    '--atrium-selected': '#173a3e',
    '--atrium-accent': mantine.colors.petrol[3],
    '--atrium-shadow': '0 10px 32px rgba(0, 0, 0, 0.5), 0 1px 3px rgba(0, 0, 0, 0.4)',
  },
})
