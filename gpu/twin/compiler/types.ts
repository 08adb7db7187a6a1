export type ConcreteScalar = 'bool' | 'i32' | 'u32' | 'f32'
/** Abstract numbers are compile-time values that become what their use asks for. */
export type Scalar = ConcreteScalar | 'abstract-int' | 'abstract-float'

export interface ScalarType { readonly kind: 'scalar'; readonly scalar: Scalar }
export interface VectorType { readonly kind: 'vector'; readonly scalar: Scalar; readonly width: number }
/** Column-major, as WGSL: `columns` vectors of `rows` numbers. */
export interface MatrixType { readonly kind: 'matrix'; readonly scalar: Scalar; readonly columns: number; readonly rows: number }
/** `count` null: sized by its buffer. `stride` in words. */
export interface ArrayType { readonly kind: 'array'; readonly element: Type; readonly count: number | null; readonly stride: number }
export interface StructMember { readonly name: string; readonly type: Type; readonly offset: number }
/** Offsets, size and alignment in words of 4 bytes. */
export interface StructType {
  readonly kind: 'struct'
  readonly name: string
  readonly members: readonly StructMember[]
  readonly size: number
  readonly align: number
}
export interface AtomicType { readonly kind: 'atomic'; readonly scalar: 'i32' | 'u32' }
export interface PointerType { readonly kind: 'pointer'; readonly space: string; readonly to: Type }
export interface TextureType {
  readonly kind: 'texture'
  readonly shape: '1d' | '2d' | '2d_array' | '3d'
  /** What a load gives; depth textures give one number. */
  readonly scalar: 'f32' | 'u32' | 'i32'
  readonly depth: boolean
  /** Storage textures only. */
  readonly format: string | null
}
export interface VoidType { readonly kind: 'void' }

export type Type = ScalarType | VectorType | MatrixType | ArrayType | StructType | AtomicType | PointerType | TextureType | VoidType

const scalarOf = (scalar: Scalar): ScalarType => ({ kind: 'scalar', scalar })
export const BOOL = scalarOf('bool')
export const I32 = scalarOf('i32')
export const U32 = scalarOf('u32')
export const F32 = scalarOf('f32')
export const ABSTRACT_INT = scalarOf('abstract-int')
export const ABSTRACT_FLOAT = scalarOf('abstract-float')
export const VOID: VoidType = { kind: 'void' }

export function scalarType(scalar: Scalar): ScalarType {
  return { bool: BOOL, i32: I32, u32: U32, f32: F32, 'abstract-int': ABSTRACT_INT, 'abstract-float': ABSTRACT_FLOAT }[scalar]
}

/** A scalar for width 1, else a vector. */
export function vectorType(scalar: Scalar, width: number): ScalarType | VectorType {
  return width === 1 ? scalarType(scalar) : { kind: 'vector', scalar, width }
}

/** The scalar of a scalar, vector, matrix or atomic; null for all else. */
export function scalarIn(type: Type): Scalar | null {
  return 'scalar' in type && type.kind !== 'texture' ? type.scalar : null
}

export function isAbstract(type: Type): boolean {
  if (type.kind === 'array') return isAbstract(type.element)
  return scalarIn(type)?.startsWith('abstract') ?? false
}

/** What an abstract value becomes when nothing asks for more: i32 and f32. */
export function concrete(type: Type): Type {
  if (type.kind === 'array') return arrayOf(concrete(type.element), type.count)
  const scalar = scalarIn(type)
  if (scalar === 'abstract-int') return withScalar(type, 'i32')
  return scalar === 'abstract-float' ? withScalar(type, 'f32') : type
}

export function withScalar(type: Type, scalar: Scalar): Type {
  if (type.kind === 'scalar') return scalarType(scalar)
  if (type.kind === 'vector' || type.kind === 'matrix') return { ...type, scalar }
  return type
}

/** Words that a type occupies, and what its address is a multiple of. */
export function sizeOf(type: Type): { size: number; align: number } {
  switch (type.kind) {
    case 'vector': return { size: type.width, align: type.width === 2 ? 2 : 4 }
    case 'matrix': return { size: type.columns * columnStride(type), align: columnStride(type) }
    case 'array': return { size: type.stride * (type.count ?? 0), align: sizeOf(type.element).align }
    case 'struct': return { size: type.size, align: type.align }
    default: return { size: 1, align: 1 }
  }
}

export const columnStride = (type: MatrixType): number => (type.rows === 2 ? 2 : 4)
export const roundUp = (value: number, multiple: number): number => Math.ceil(value / multiple) * multiple

export function arrayOf(element: Type, count: number | null): ArrayType {
  const { size, align } = sizeOf(element)
  return { kind: 'array', element, count, stride: roundUp(size, align) }
}

/** One scalar of a type: the suffix of its name, and its place in memory in words. */
export interface Leaf {
  readonly path: string
  readonly scalar: Scalar
  readonly offset: number
}

const leafCache = new WeakMap<Type, readonly Leaf[]>()

/** Every scalar of a type in order; a value of that type is a list of as many JavaScript expressions. */
export function leavesOf(type: Type): readonly Leaf[] {
  const known = leafCache.get(type)
  if (known !== undefined) return known
  const leaves = listLeaves(type)
  leafCache.set(type, leaves)
  return leaves
}

function listLeaves(type: Type): Leaf[] {
  const inside = (prefix: string, offset: number, part: Type) =>
    leavesOf(part).map((leaf) => ({ ...leaf, path: prefix + leaf.path, offset: offset + leaf.offset }))
  switch (type.kind) {
    case 'scalar':
    case 'atomic': return [{ path: '', scalar: type.scalar, offset: 0 }]
    case 'vector': return Array.from({ length: type.width }, (_, i) => ({ path: `_${'xyzw'[i]}`, scalar: type.scalar, offset: i }))
    case 'matrix': {
      const column = vectorType(type.scalar, type.rows)
      return Array.from({ length: type.columns }, (_, i) => inside(`_${i}`, i * columnStride(type), column)).flat()
    }
    case 'struct': return type.members.flatMap((member) => inside(`_${member.name}`, member.offset, member.type))
    case 'array': return Array.from({ length: type.count ?? 0 }, (_, i) => inside(`_${i}`, i * type.stride, type.element)).flat()
    default: return []
  }
}

/** Holds an array anywhere: such variables live in memory, all others in JavaScript locals. */
export function holdsArray(type: Type): boolean {
  return type.kind === 'array' || (type.kind === 'struct' && type.members.some((member) => holdsArray(member.type)))
}

export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true
  if (a.kind === 'array' && b.kind === 'array') return a.count === b.count && sameType(a.element, b.element)
  if (a.kind === 'vector' && b.kind === 'vector') return a.scalar === b.scalar && a.width === b.width
  if (a.kind === 'matrix' && b.kind === 'matrix') return a.scalar === b.scalar && a.columns === b.columns && a.rows === b.rows
  if (a.kind === 'scalar' && b.kind === 'scalar') return a.scalar === b.scalar
  if (a.kind === 'struct' && b.kind === 'struct') return a.name === b.name
  if (a.kind === 'atomic' && b.kind === 'atomic') return a.scalar === b.scalar
  if (a.kind === 'pointer' && b.kind === 'pointer') return a.space === b.space && sameType(a.to, b.to)
  return a.kind === b.kind && a.kind === 'void'
}

/** The WGSL spelling, for errors. */
export function nameOf(type: Type): string {
  switch (type.kind) {
    case 'scalar': return type.scalar
    case 'vector': return `vec${type.width}<${type.scalar}>`
    case 'matrix': return `mat${type.columns}x${type.rows}<${type.scalar}>`
    case 'array': return type.count === null ? `array<${nameOf(type.element)}>` : `array<${nameOf(type.element)}, ${type.count}>`
    case 'struct': return type.name
    case 'atomic': return `atomic<${type.scalar}>`
    case 'pointer': return `ptr<${type.space}, ${nameOf(type.to)}>`
    case 'texture': return `texture_${type.depth ? 'depth_' : ''}${type.format === null ? '' : 'storage_'}${type.shape}`
    case 'void': return 'nothing'
  }
}
