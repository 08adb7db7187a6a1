import { USDComposer } from 'three/examples/jsm/loaders/usd/USDComposer.js'
import type { Spec, Specs } from 'three/examples/jsm/loaders/usd/USDAParser.js'

/*
 * Materials of MaterialX, which three's loader leaves plain: surfaces and the graphs behind them become what it knows, a UsdPreviewSurface whose inputs
 * are numbers and pictures (MaterialX 1.38, "Physically Based Shading Nodes"; OpenPBR 1.1). A graph that computes is followed to the picture that it begins with.
 */

const [ATTRIBUTE, PRIM] = [1, 6]

/** What an input comes to: numbers, or a picture that may be repeated and multiplied. */
type Source = { readonly numbers: readonly number[] } | { readonly file: string; readonly tiling: readonly number[] | null; readonly factor: readonly number[] | null }

/** Inputs of a surface by what a UsdPreviewSurface calls them, and what they are where nothing is said. */
interface Kind {
  readonly color: string
  /** A share of the colour. */
  readonly weight?: string
  readonly whenUnsaid: { readonly color: number; readonly metallic: number; readonly roughness: number }
  readonly inputs: Readonly<Record<string, string>>
  readonly emission?: { readonly color: string; readonly weight: string }
  readonly transmission?: { readonly share: string; readonly color?: string }
}

const KINDS: Readonly<Record<string, Kind>> = {
  standard_surface: {
    color: 'base_color', weight: 'base', whenUnsaid: { color: 0.8, metallic: 0, roughness: 0.2 },
    inputs: { metallic: 'metalness', roughness: 'specular_roughness', normal: 'normal', opacity: 'opacity', ior: 'specular_IOR', clearcoat: 'coat', clearcoatRoughness: 'coat_roughness' },
    emission: { color: 'emission_color', weight: 'emission' }, transmission: { share: 'transmission', color: 'transmission_color' },
  },
  open_pbr_surface: {
    color: 'base_color', weight: 'base_weight', whenUnsaid: { color: 0.8, metallic: 0, roughness: 0.3 },
    inputs: { metallic: 'base_metalness', roughness: 'specular_roughness', normal: 'geometry_normal', opacity: 'geometry_opacity', ior: 'specular_ior', clearcoat: 'coat_weight', clearcoatRoughness: 'coat_roughness' },
    emission: { color: 'emission_color', weight: 'emission_luminance' }, transmission: { share: 'transmission_weight', color: 'transmission_color' },
  },
  gltf_pbr: {
    color: 'base_color', whenUnsaid: { color: 1, metallic: 1, roughness: 1 },
    inputs: { metallic: 'metallic', roughness: 'roughness', normal: 'normal', opacity: 'alpha', ior: 'ior', clearcoat: 'clearcoat', clearcoatRoughness: 'clearcoat_roughness' },
    emission: { color: 'emissive', weight: 'emissive_strength' }, transmission: { share: 'transmission' },
  },
  UsdPreviewSurface: {
    color: 'diffuseColor', whenUnsaid: { color: 0.18, metallic: 0, roughness: 0.5 },
    inputs: { metallic: 'metallic', roughness: 'roughness', normal: 'normal', opacity: 'opacity', ior: 'ior', clearcoat: 'clearcoat', clearcoatRoughness: 'clearcoatRoughness', emissiveColor: 'emissiveColor' },
  },
}

const COLORS: ReadonlySet<string> = new Set(['diffuseColor', 'emissiveColor'])
/** What lets all light through is nearly not there, for three's loader: Atrium takes it for glass. */
const CLEAR = 0.05

/** Marks what is done already, where modules are loaded anew and three's loader stays. */
const KNOWS = Symbol.for('atrium: knows MaterialX')

/** Shows materials of MaterialX, in text, binary and packed files. */
export function showMaterialX(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this`
  const { compose } = USDComposer.prototype
  if (KNOWS in compose) return
  USDComposer.prototype.compose = Object.assign(function (this: USDComposer, ...[data, ...more]: Parameters<typeof compose>) {
    translate(data.specsByPath)
    return compose.call(this, data, ...more)
  }, { [KNOWS]: true })
}

const ID = '.info:id'

/** In place. A material that brings a UsdPreviewSurface of its own as well is left as it is. O(specs). */
export function translate(specs: Specs): void {
  const surfaces = Object.keys(specs).filter((place) => place.endsWith(ID)).flatMap((place) => {
    const { default: id } = specs[place].fields
    return typeof id === 'string' && /^(?:UsdPreviewSurface$|ND_\w+_surfaceshader)/.test(id) ? [{ prim: place.slice(0, -ID.length), id }] : []
  })
  if (surfaces.every(({ id }) => id === 'UsdPreviewSurface')) return
  const known = new Set(surfaces.filter(({ id }) => id === 'UsdPreviewSurface').map(({ prim }) => materialOf(specs, prim)))
  const graph = new Graph(specs)
  for (const { prim, id } of surfaces) {
    const kind = KINDS[/^ND_(\w+?)_surfaceshader/.exec(id)?.[1] ?? '']
    if (kind !== undefined && !known.has(materialOf(specs, prim))) show(specs, prim, previewOf(graph, prim, kind))
  }
}

function materialOf(specs: Specs, place: string): string {
  for (let at = place; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) if (specs[at]?.fields['typeName'] === 'Material') return at
  return place
}

/** The inputs of a UsdPreviewSurface that looks like a surface. */
function previewOf(graph: Graph, prim: string, { color, weight, whenUnsaid, inputs, emission, transmission }: Kind): ReadonlyMap<string, Source> {
  const of = (name: string | undefined): Source | null => (name === undefined ? null : graph.sourceOf(`${prim}.inputs:${name}`))
  const plain = (value: number): Source => ({ numbers: [value] })
  const found = new Map<string, Source>([['metallic', plain(whenUnsaid.metallic)], ['roughness', plain(whenUnsaid.roughness)]])
  for (const [preview, name] of Object.entries(inputs)) {
    const source = of(name)
    if (source !== null) found.set(preview, source)
  }
  const clear = firstOf(of(transmission?.share))
  if (clear > 0 && !('file' in (found.get('opacity') ?? {}))) found.set('opacity', plain(1 - (1 - CLEAR) * Math.min(1, clear)))
  const own = multiplied(of(color) ?? plain(whenUnsaid.color), of(weight))
  const tint = clear > 0.5 ? of(transmission?.color) ?? plain(1) : null
  found.set('diffuseColor', tint !== null && 'numbers' in tint ? tint : own)
  const glow = emission === undefined ? null : of(emission.weight) ?? (weight === undefined ? plain(1) : null)
  if (emission !== undefined && glow !== null && firstOf(glow) > 0) {
    const shines = of(emission.color) ?? (weight === undefined ? null : plain(1))
    if (shines !== null) found.set('emissiveColor', multiplied(shines, glow))
  }
  return found
}

const firstOf = (source: Source | null): number => (source !== null && 'numbers' in source ? source.numbers[0] : 0)

const spread = (numbers: readonly number[]): readonly number[] => (numbers.length >= 3 ? numbers.slice(0, 3) : [numbers[0], numbers[0], numbers[0]])

const product = (a: readonly number[], b: readonly number[]): readonly number[] => (a.length === 1 && b.length === 1 ? [a[0] * b[0]] : spread(a).map((value, i) => value * spread(b)[i]))

/** Of two pictures, the first. */
function multiplied(a: Source, b: Source | null): Source {
  if (b === null) return a
  if ('file' in a) return 'file' in b ? a : { ...a, factor: product(a.factor ?? [1], b.numbers) }
  return 'file' in b ? multiplied(b, a) : { numbers: product(a.numbers, b.numbers) }
}

/** What nodes come to. Each is asked once. */
class Graph {
  readonly #specs: Specs
  readonly #inputs = new Map<string, string[]>()
  readonly #known = new Map<string, Source | null>()

  constructor(specs: Specs) {
    this.#specs = specs
    for (const place of Object.keys(specs)) {
      const [prim, name] = place.split('.inputs:')
      if (name === undefined) continue
      const inputs = this.#inputs.get(prim)
      if (inputs === undefined) this.#inputs.set(prim, [name])
      else inputs.push(name)
    }
  }

  /** @param place  of an input or an output; null: it comes to nothing that is known */
  sourceOf(place: string, depth = 0): Source | null {
    const known = this.#known.get(place)
    if (known !== undefined || depth > MOST_STEPS) return known ?? null
    // Found again behind itself, it comes to nothing.
    this.#known.set(place, null)
    const source = this.#found(place, depth + 1)
    this.#known.set(place, source)
    return source
  }

  #found(place: string, depth: number): Source | null {
    const fields = this.#specs[place]?.fields ?? {}
    const [connected] = (fields['connectionPaths'] as readonly unknown[] | undefined) ?? []
    if (typeof connected === 'string') return this.sourceOf(connected.replace(/[<>]/g, ''), depth)
    const { default: value } = fields
    if (typeof value === 'number') return { numbers: [value] }
    if (typeof value === 'object' && value !== null && 'length' in value && Number(value.length) > 0 && Number(value.length) <= 4) return { numbers: Array.from(value as ArrayLike<unknown>, Number) }
    const [prim, output] = place.split('.outputs:')
    return output === undefined ? null : this.#nodes(prim, depth)
  }

  #nodes(prim: string, depth: number): Source | null {
    const id = this.#specs[`${prim}.info:id`]?.fields['default']
    const [, node = ''] = /^ND_([a-zA-Z0-9]+)/.exec(typeof id === 'string' ? id : '') ?? []
    const of = (name: string): Source | null => this.sourceOf(`${prim}.inputs:${name}`, depth)
    if (/^(?:image|tiledimage|gltf|UsdUVTexture)$/.test(node)) {
      const file = this.#fileOf(`${prim}.inputs:file`, 0)
      const tiling = of('uvtiling')
      return file === null ? of('default') : { file, factor: null, tiling: tiling !== null && 'numbers' in tiling && tiling.numbers.length === 2 ? tiling.numbers : null }
    }
    if (node === 'constant') return of('value')
    if (node === 'multiply') {
      const [a, b] = [of('in1'), of('in2')]
      return a === null ? b : multiplied(a, b)
    }
    // Whatever it computes: with what it begins.
    const inputs = this.#inputs.get(prim) ?? []
    const found = ['in', 'in1', 'fg', 'bg', ...inputs].filter((name) => inputs.includes(name) && name !== 'texcoord').map(of)
    return found.find((source) => source !== null && 'file' in source) ?? (/^(?:convert|dot)$/.test(node) ? of('in') : null)
  }

  #fileOf(place: string, depth: number): string | null {
    const { connectionPaths, default: value } = (this.#specs[place]?.fields ?? {}) as { readonly connectionPaths?: readonly unknown[]; readonly default?: unknown }
    if (typeof connectionPaths?.[0] === 'string' && depth < MOST_STEPS) return this.#fileOf(connectionPaths[0].replace(/[<>]/g, ''), depth + 1)
    return typeof value === 'string' && value !== '' ? value : null
  }
}

/** Nodes behind one another. */
const MOST_STEPS = 64

/** Makes a surface one that three's loader knows. */
function show(specs: Record<string, Spec>, prim: string, inputs: ReadonlyMap<string, Source>): void {
  const attribute = (place: string, fields: Record<string, unknown>): void => void (specs[place] = { specType: ATTRIBUTE, fields })
  const shader = (place: string, id: string): void => {
    specs[place] ??= { specType: PRIM, fields: { typeName: 'Shader' } }
    attribute(`${place}.info:id`, { typeName: 'token', default: id })
  }
  shader(prim, 'UsdPreviewSurface')
  for (const preview of PREVIEW_INPUTS) delete specs[`${prim}.inputs:${preview}`]
  for (const [preview, source] of inputs) {
    const isColor = COLORS.has(preview)
    if ('numbers' in source) {
      if (preview !== 'normal') attribute(`${prim}.inputs:${preview}`, { typeName: isColor ? 'color3f' : 'float', default: isColor ? [...spread(source.numbers)] : source.numbers[0] })
      continue
    }
    const [map, placed] = [`${prim}_${preview}`, `${prim}_${preview}_placed`]
    shader(map, 'UsdUVTexture')
    attribute(`${map}.inputs:file`, { typeName: 'asset', default: source.file })
    for (const wrap of ['wrapS', 'wrapT']) attribute(`${map}.inputs:${wrap}`, { typeName: 'token', default: 'repeat' })
    if (isColor && source.factor !== null) attribute(`${map}.inputs:scale`, { typeName: 'float4', default: [...spread(source.factor), 1] })
    if (source.tiling !== null) {
      shader(placed, 'UsdTransform2d')
      attribute(`${placed}.inputs:scale`, { typeName: 'float2', default: [...source.tiling] })
      attribute(`${map}.inputs:st`, { typeName: 'float2', connectionPaths: [`${placed}.outputs:result`] })
    }
    attribute(`${prim}.inputs:${preview}`, { typeName: isColor ? 'color3f' : 'float', connectionPaths: [`${map}.outputs:rgb`] })
  }
}

const PREVIEW_INPUTS = ['diffuseColor', 'emissiveColor', 'specularColor', 'metallic', 'roughness', 'normal', 'opacity', 'ior', 'clearcoat', 'clearcoatRoughness']
