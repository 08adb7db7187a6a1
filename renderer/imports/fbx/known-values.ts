import type * as THREE from 'three'
import { matches } from './known-maps.ts'

/** Of a material, 0..1. */
export interface Values {
  metalness?: number
  roughness?: number
  /** Of the light that it gives. */
  emission?: number
}

/** Numbers that 3ds Max and Maya keep under names of their own (see known-maps.ts). */
const KNOWN: readonly (readonly [written: string, what: keyof Values])[] = [
  ['3dsMax|main|metalness', 'metalness'], ['3dsMax|Parameters|metalness', 'metalness'], ['Maya|metalness', 'metalness'], ['Maya|metallic', 'metalness'],
  ['3dsMax|main|roughness', 'roughness'], ['3dsMax|Parameters|roughness', 'roughness'], ['Maya|specularRoughness', 'roughness'], ['Maya|roughness', 'roughness'],
  ['Maya|emission', 'emission'], ['3dsMax|Parameters|emission', 'emission'],
]
const ENCODED = KNOWN.map(([written, what]) => ({ written: new TextEncoder().encode(written), bar: written.indexOf('|'), what }))
const [BAR, QUOTE, TEXT] = [0x7c, 0x22, 0x53]
/** Bytes between the name of a property and the end of its value. */
const NEAR = 64

/**
 * @param file  FBX from version 7 on, plain or binary
 * @param isGloss  roughness of 3ds Max's physical materials is its opposite, in one of them at least: it is not told
 * @returns by the name of the material; what several of one name say differently is left out
 */
export function knownValues(file: Uint8Array, isGloss: boolean): ReadonlyMap<string, Values> {
  const materials = materialsOf(file)
  const values = new Map<string, Values>()
  const disputed = new Set<string>()
  let next = 0
  for (let at = file.indexOf(BAR); at !== -1; at = file.indexOf(BAR, at + 1)) {
    while (next < materials.length && materials[next].at < at) next++
    // What stands before the first material is a template.
    if (next === 0) continue
    const found = ENCODED.find(({ written, bar }) => matches(file, at - bar, written) && isWhole(file, at - bar, written.length))
    if (found === undefined || (isGloss && found.what === 'roughness')) continue
    const value = valueAfter(file, at - found.bar + found.written.length)
    if (value === null || !(value >= 0 && value <= 1)) continue
    const { name } = materials[next - 1]
    const known = values.get(name) ?? {}
    if (known[found.what] !== undefined && known[found.what] !== value) disputed.add(name)
    values.set(name, { ...known, [found.what]: value })
  }
  for (const name of disputed) values.delete(name)
  return values
}

/** Gives the materials of three's loader, which are of the old kinds, what the file says of them; an old gloss is as wide as the roughness. */
export function takeValues(root: THREE.Object3D, values: ReadonlyMap<string, Values>): void {
  root.traverse((object) => {
    for (const material of [(object as Partial<THREE.Mesh>).material ?? []].flat() as (THREE.Material & Partial<Pick<THREE.MeshPhongMaterial & THREE.MeshStandardMaterial, 'shininess' | 'metalness'>>)[]) {
      const { metalness, roughness } = values.get(material.name) ?? {}
      if (metalness !== undefined) material.metalness = metalness
      if (roughness !== undefined) material.shininess = 2 / Math.max(roughness, SMOOTHEST) ** 4 - 2
    }
  })
}

/** Of roughness, against division by zero: a mirror. */
const SMOOTHEST = 1e-3

/** Materials in the order of the file: Material: 12, "Material::Oak", ""; in bytes Oak, two bytes, and Material. */
function materialsOf(file: Uint8Array): readonly { readonly at: number; readonly name: string }[] {
  const found: { at: number; name: string }[] = []
  const decoder = new TextDecoder()
  const [plain, packed] = ['"Material::', '\0\u0001Material'].map((text) => new TextEncoder().encode(text))
  for (let at = file.indexOf(0x4d); at !== -1; at = file.indexOf(0x4d, at + 1)) {
    if (matches(file, at - 1, plain)) {
      const line = String.fromCharCode(...file.subarray(Math.max(0, at - 41), at - 1))
      const end = file.indexOf(QUOTE, at)
      if (/Material:\s*-?\d+,\s*$/.test(line) && end !== -1) found.push({ at, name: decoder.decode(file.subarray(at - 1 + plain.length, end)) })
    } else if (matches(file, at - 2, packed)) {
      const end = at - 2
      const start = Array.from({ length: Math.min(256, end) }, (_, length) => end - length).find((begin) => file[begin - 5] === TEXT && file[begin - 4] + 256 * file[begin - 3] === end - begin + packed.length)
      if (start !== undefined) found.push({ at, name: decoder.decode(file.subarray(start, end)) })
    }
  }
  return found
}

function isWhole(file: Uint8Array, start: number, length: number): boolean {
  return (file[start - 1] === QUOTE && file[start + length] === QUOTE) || (file[start - 5] === TEXT && file[start - 4] === length)
}

/** P: "Maya|metalness", "Float", "", "A",0.5: three texts, and a number. */
function valueAfter(file: Uint8Array, end: number): number | null {
  if (file[end] === QUOTE) {
    const text = /^"(?:,\s*"[^"]*"){3},\s*(-?[\d.]+(?:[eE][+-]?\d+)?)/.exec(String.fromCharCode(...file.subarray(end, end + NEAR)))?.[1]
    return text === undefined ? null : Number(text)
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = end
  for (let i = 0; i < 3; i++) {
    if (file[at] !== TEXT || at + 5 > file.length) return null
    at += 5 + view.getUint32(at + 1, true)
  }
  if (at + 9 > file.length) return null
  const type = String.fromCharCode(file[at])
  return type === 'D' ? view.getFloat64(at + 1, true) : type === 'F' ? view.getFloat32(at + 1, true) : type === 'I' ? view.getInt32(at + 1, true) : null
}
