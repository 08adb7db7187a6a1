import type { DragEvent } from 'react'

/** Rows of the outline that are dragged, within this window. */
const ROWS_TYPE = 'application/x-atrium-rows'

/** @param ids  of pieces and groups */
export function dragRows({ dataTransfer }: DragEvent, ids: readonly string[]): void {
  dataTransfer.effectAllowed = 'move'
  dataTransfer.setData(ROWS_TYPE, JSON.stringify(ids))
}

export const carriesRows = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(ROWS_TYPE)

/** What `dragRows` was given. */
export const rowsDropped = ({ dataTransfer }: DragEvent): readonly string[] => JSON.parse(dataTransfer.getData(ROWS_TYPE)) as readonly string[]
