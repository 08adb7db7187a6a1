import { AtriumError } from '../../../errors/atrium-error.ts'

/** Numbers, texts, and bytes of embedded pictures. */
export type FbxValue = number | string | Uint8Array

/** What an FBX file is made of, written plainly or as bytes. */
export interface FbxNode {
  readonly name: string
  readonly values: readonly FbxValue[]
  readonly children: readonly FbxNode[]
}

/** Nodes within each other; real files have about ten. */
export const MOST_DEEP = 64

export const damaged = (where: string): AtriumError => new AtriumError('model-invalid', `The file is damaged: ${where}.`)

export const childOf = (node: Pick<FbxNode, 'children'> | undefined, name: string): FbxNode | undefined => node?.children.find((child) => child.name === name)
export const childrenOf = (node: Pick<FbxNode, 'children'> | undefined, name: string): readonly FbxNode[] => node?.children.filter((child) => child.name === name) ?? []
export const textAt = (node: FbxNode | undefined, index: number): string => {
  const value = node?.values[index]
  return typeof value === 'string' ? value : ''
}
export const numbersOf = (node: FbxNode | undefined): readonly number[] => node?.values.filter((value) => typeof value === 'number') ?? []
