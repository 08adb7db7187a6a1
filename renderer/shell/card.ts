import { useShell } from './shell.ts'

/** Which of two graphics cards WebGPU is asked for. */
export const powerPreference = (): GPUPowerPreference => (useShell.getState().settings.card === 'saving' ? 'low-power' : 'high-performance')
