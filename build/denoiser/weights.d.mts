export const WEIGHTS: string
export const LICENCE: string
export function cacheFolder(environment?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string
export function findWeights(environment?: NodeJS.ProcessEnv): Promise<string | null>
export function fetchWeights(environment?: NodeJS.ProcessEnv): Promise<string>
export function fileInTar(bytes: Buffer, wanted: string): Buffer | null
