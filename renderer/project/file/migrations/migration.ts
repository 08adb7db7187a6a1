/** A project's JSON files as they were read, before anything is known about them but their version. */
export interface RawProject {
  readonly scene: unknown
  readonly views: unknown
}

/** Turns a project of version n into one of version n + 1; one numbered file each, kept for ever. */
export type Migration = (project: RawProject) => RawProject
