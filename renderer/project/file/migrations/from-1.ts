import type { Migration } from './migration.ts'

/**
 * Version 2 has more kinds of lights, colour temperatures, a place on Earth, measured luminaires and pieces that shine; what
 * version 1 holds is part of it as it is.
 */
export const from1: Migration = (project) => project
