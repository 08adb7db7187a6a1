import path from 'node:path'

/** A queue, its files, and where windows of this computer leave notes for it. */
export interface Place {
  /** A folder with a database in it, or postgres://… */
  readonly queue: string
  readonly folder: string
  /** Notes and the status that is written down. */
  readonly notes: string
}

export const isServer = (at: string): boolean => /^postgres(ql)?:/.test(at)

/** The folder of a project's queue: `flat.batch` beside `flat.atrium`. */
export const besideOf = (project: string): string => `${project.slice(0, project.length - path.extname(project).length)}.batch`

export const placeBeside = (folder: string): Place => ({ folder, queue: path.join(folder, 'queue'), notes: path.join(folder, 'queue') })

/** An office's queue. @param url  with the password @param folder  that all machines see @param notes  of this computer alone */
export const placeOfOffice = (url: string, folder: string, notes: string): Place => ({ queue: url, folder, notes })
