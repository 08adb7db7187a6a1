import * as TSL from 'three/tsl'
import { AlwaysDepth, type Camera, type DepthTexture, DoubleSide, Matrix4, NodeMaterial, type Scene, type Texture, Vector2, Vector3, Vector4 } from 'three/webgpu'
import type { Wrap } from '../../gpu/index.ts'

/*
 * Everything written in three's shading language lives in this one file. Its own types reject valid graphs, so the part we
 * use is typed loosely here, once.
 */
export interface ShaderNode {
  readonly x: ShaderNode
  readonly y: ShaderNode
  readonly xy: ShaderNode
  readonly z: ShaderNode
  readonly w: ShaderNode
  readonly xyz: ShaderNode
  readonly rgb: ShaderNode
  readonly a: ShaderNode
  add(other: Operand): ShaderNode
  sub(other: Operand): ShaderNode
  mul(other: Operand): ShaderNode
  div(other: Operand): ShaderNode
  dot(other: Operand): ShaderNode
  mod(other: Operand): ShaderNode
  max(other: Operand): ShaderNode
  cross(other: Operand): ShaderNode
  negate(): ShaderNode
  sqrt(): ShaderNode
  clamp(low: Operand, high: Operand): ShaderNode
  bitAnd(other: Operand): ShaderNode
  shiftRight(other: Operand): ShaderNode
  floor(): ShaderNode
  abs(): ShaderNode
  lessThan(other: Operand): ShaderNode
  greaterThan(other: Operand): ShaderNode
  equal(other: Operand): ShaderNode
  and(other: Operand): ShaderNode
  select(yes: Operand, no: Operand): ShaderNode
  toInt(): ShaderNode
  toFloat(): ShaderNode
  toVar(): ShaderNode
  setInterpolation(type: 'flat', sampling: 'first'): ShaderNode
  assign(other: Operand): void
  addAssign(other: Operand): void
}
type Operand = ShaderNode | number
interface UniformNode<T> extends ShaderNode { value: T }
interface TextureNode extends ShaderNode { value: Texture }
type Make = (...parts: Operand[]) => ShaderNode

const tsl = TSL as unknown as {
  readonly attribute: (name: string, type: string) => ShaderNode
  readonly uniform: <T>(value: T, type?: string) => UniformNode<T>
  readonly varying: (node: ShaderNode) => ShaderNode
  readonly textureLoad: (texture: Texture | TextureNode, place: ShaderNode) => TextureNode
  readonly textureSize: (texture: TextureNode) => ShaderNode
  readonly texture: (texture: Texture) => TextureNode
  readonly Fn: (body: () => ShaderNode) => () => ShaderNode
  readonly If: (condition: ShaderNode, then: () => void) => void
  readonly Discard: () => void
  readonly atan: (y: ShaderNode, x: ShaderNode) => ShaderNode
  readonly acos: (x: ShaderNode) => ShaderNode
  readonly renderOutput: (color: ShaderNode, toneMapping: number, colorSpace: string) => ShaderNode
  readonly screenCoordinate: ShaderNode
  readonly screenUV: ShaderNode
  readonly screenSize: ShaderNode
  readonly vertexIndex: ShaderNode
  readonly positionGeometry: ShaderNode
  readonly vec2: Make
  readonly vec3: Make
  readonly vec4: Make
  readonly ivec2: Make
  readonly uvec4: Make
  readonly int: Make
  readonly uint: Make
  readonly float: Make
}
const { attribute, uniform, varying, textureLoad, textureSize, Fn, If, Discard, vec2, vec3, vec4, ivec2, uvec4, int, uint, float } = tsl

/** What every id material reads anew at each draw. */
export interface RasterUniforms {
  readonly clipFromWorld: UniformNode<Matrix4>
  /** World space, metres; exact spheres are met by rays from here, */
  readonly eye: UniformNode<Vector3>
  /** but not nearer than the near plane. */
  readonly near: UniformNode<number>
  /** The inverse of the first: exact planes are met by rays through the pixels' middles. */
  readonly worldFromClip: UniformNode<Matrix4>
}

export function createRasterUniforms(): RasterUniforms {
  return { clipFromWorld: uniform(new Matrix4()), eye: uniform(new Vector3()), near: uniform(0), worldFromClip: uniform(new Matrix4()) }
}

/** The alpha test of one material: the same numbers that gpu/kernels reads from its material row. */
export interface AlphaTest {
  /** Alpha of level 0 in the red channel; null: the factor alone decides. */
  readonly texture: Texture | null
  readonly width: number
  readonly height: number
  readonly wrapS: Wrap
  readonly wrapT: Wrap
  readonly offset: readonly [number, number]
  /** uv' = offset + (dot(rowU, uv), dot(rowV, uv)). */
  readonly rowU: readonly [number, number]
  readonly rowV: readonly [number, number]
  readonly factor: number
  readonly cutoff: number
}

/**
 * Writes { slot + 1, triangle } and depth. Reads instanced attributes worldX, worldY, worldZ (rows of world from object)
 * and slot, and per vertex position, triangle (taken from the first vertex of each) and, for an alpha test, uv.
 *
 * Both sides are drawn, single-sided materials too: rays see both sides, and raster and rays must agree.
 */
export function createIdMaterial(uniforms: RasterUniforms, alpha: AlphaTest | null): NodeMaterial {
  const material = new NodeMaterial()
  material.name = alpha === null ? 'ids' : 'ids, alpha tested'
  material.side = DoubleSide
  const p = vec4(tsl.positionGeometry, 1)
  const world = vec4(attribute('worldX', 'vec4').dot(p), attribute('worldY', 'vec4').dot(p), attribute('worldZ', 'vec4').dot(p), 1)
  const ids = uvec4(varying(attribute('slot', 'uint')).add(uint(1)), varying(attribute('triangle', 'uint')).setInterpolation('flat', 'first'), uint(0), uint(0))
  const fragment = alpha === null ? ids : Fn(() => {
    If(alphaAt(alpha).lessThan(uniform(alpha.cutoff)), () => Discard())
    return ids
  })()
  return Object.assign(material, { vertexNode: uniforms.clipFromWorld.mul(world), fragmentNode: fragment })
}

/**
 * The same for exact spheres: what is drawn is a cube round the unit sphere, its matrix takes that to the world, and each pixel
 * meets the sphere itself. So silhouettes are round at any distance, and depth is right where other things cut in.
 */
export function createSphereIdMaterial(uniforms: RasterUniforms, alpha: AlphaTest | null): NodeMaterial {
  const material = new NodeMaterial()
  material.name = alpha === null ? 'sphere ids' : 'sphere ids, alpha tested'
  material.side = DoubleSide
  const [x, y, z] = [attribute('worldX', 'vec4'), attribute('worldY', 'vec4'), attribute('worldZ', 'vec4')]
  const worldAt = (p: ShaderNode): ShaderNode => vec4(x.dot(vec4(p, 1)), y.dot(vec4(p, 1)), z.dot(vec4(p, 1)), 1)
  const clip = uniforms.clipFromWorld.mul(worldAt(tsl.positionGeometry))
  // The eye in the space of the sphere: the inverse of the rows, by their cross products.
  const [xy, yz, zx] = [x.xyz.cross(y.xyz), y.xyz.cross(z.xyz), z.xyz.cross(x.xyz)]
  const away = uniforms.eye.sub(vec3(x.w, y.w, z.w))
  const origin = varying(yz.mul(away.x).add(zx.mul(away.y)).add(xy.mul(away.z)).div(x.xyz.dot(yz)))
  const direction = varying(tsl.positionGeometry).sub(origin)
  const square = direction.dot(direction)
  const middle = origin.dot(direction).div(square).negate()
  const nearest = origin.add(direction.mul(middle))
  const inside = float(1).sub(nearest.dot(nearest))
  const reach = inside.max(0).div(square).sqrt()
  // Along the ray the distance from the eye grows with w; at the cube it is the fragment's own.
  const w = varying(clip.w)
  const nearT = uniforms.near.div(w)
  const isFront = middle.sub(reach).greaterThan(nearT)
  const t = isFront.select(middle.sub(reach), middle.add(reach))
  const hit = origin.add(direction.mul(t))
  const clipHit = uniforms.clipFromWorld.mul(vec4(varying(x).dot(vec4(hit, 1)), varying(y).dot(vec4(hit, 1)), varying(z).dot(vec4(hit, 1)), 1))
  const ids = uvec4(varying(attribute('slot', 'uint')).add(uint(1)), uint(0), uint(0), uint(0))
  const fragment = Fn(() => {
    If(inside.lessThan(0), () => Discard())
    If(t.lessThan(nearT), () => Discard())
    if (alpha !== null) If(alphaAt(alpha, sphereUv(hit)).lessThan(uniform(alpha.cutoff)), () => Discard())
    return ids
  })()
  return Object.assign(material, { vertexNode: clip, depthNode: clipHit.z.div(clipHit.w), fragmentNode: fragment })
}

/**
 * The same for an opaque polygon in the object's y = 0, at the depth where each pixel's ray meets its plane. Of the ground, whose rim is 200 m away, a
 * software adapter makes depths up to a hundred times too near between the rim and the next row of pixels: it stood before walls.
 */
export function createPlaneIdMaterial(uniforms: RasterUniforms): NodeMaterial {
  const material = createIdMaterial(uniforms, null)
  material.name = 'plane ids'
  const [x, y, z] = [attribute('worldX', 'vec4'), attribute('worldY', 'vec4'), attribute('worldZ', 'vec4')]
  const up = varying(vec3(x.z, y.z, z.z).cross(vec3(x.x, y.x, z.x)))
  const away = varying(vec3(x.w, y.w, z.w).sub(uniforms.eye))
  const far = uniforms.worldFromClip.mul(vec4(tsl.screenUV.x.mul(2).sub(1), float(1).sub(tsl.screenUV.y.mul(2)), 0, 1))
  const direction = far.xyz.div(far.w).sub(uniforms.eye)
  const hit = uniforms.eye.add(direction.mul(up.dot(away).div(up.dot(direction))))
  const clip = uniforms.clipFromWorld.mul(vec4(hit, 1))
  return Object.assign(material, { depthNode: clip.z.div(clip.w).clamp(0, 1) })
}

/** Longitude and colatitude, as gpu/kernels/shape.wgsl lays textures on spheres. */
function sphereUv(q: ShaderNode): ShaderNode {
  const turn = tsl.atan(q.z.negate(), q.x).div(2 * Math.PI)
  return vec2(turn.lessThan(0).select(turn.add(1), turn), tsl.acos(q.y.clamp(-1, 1)).div(Math.PI))
}

/** Nearest texel of level 0, wrapped by hand in whole texels, as the tracer does it. */
function alphaAt(alpha: AlphaTest, at: ShaderNode | null = null): ShaderNode {
  const factor = uniform(alpha.factor)
  if (alpha.texture === null) return factor
  const uv = at ?? varying(attribute('uv', 'vec2'))
  const rows = uniform(new Vector4(...alpha.rowU, ...alpha.rowV)) as unknown as ShaderNode & Record<'xy' | 'zw', ShaderNode>
  const moved = uniform(new Vector2(...alpha.offset)).add(vec2(rows.xy.dot(uv), rows.zw.dot(uv)))
  const place = ivec2(wrapTexel(moved.x, alpha.width, alpha.wrapS), wrapTexel(moved.y, alpha.height, alpha.wrapT))
  return textureLoad(alpha.texture, place).x.mul(factor)
}

function wrapTexel(coordinate: ShaderNode, size: number, wrap: Wrap): ShaderNode {
  if (wrap === 'clamp') return coordinate.mul(size).floor().clamp(0, size - 1).toInt()
  // mod() is floored, so negative coordinates count from the far edge; two periods hold a repeat and its mirror image.
  const texel = coordinate.mod(2).mul(size).floor()
  if (wrap === 'repeat') return texel.mod(size).toInt()
  return texel.lessThan(size).select(texel, float(2 * size - 1).sub(texel)).toInt()
}

/** A full-screen triangle that copies the G-buffer's depth, of whatever resolution, into the overlay's depth buffer. */
export function createDepthPrimerMaterial(depth: DepthTexture): NodeMaterial {
  const material = new NodeMaterial()
  material.name = 'depth primer'
  material.colorWrite = false
  material.depthFunc = AlwaysDepth
  const corner = vec2(float(tsl.vertexIndex.bitAnd(uint(1))).mul(4).sub(1), float(tsl.vertexIndex.shiftRight(uint(1))).mul(4).sub(1))
  const loaded = (place: ShaderNode): TextureNode => textureLoad(depth, place)
  const size = textureSize(loaded(ivec2(0, 0)))
  const place = ivec2(tsl.screenUV.mul(vec2(size as Operand)))
  return Object.assign(material, { vertexNode: vec4(corner, 0, 1), depthNode: loaded(place).x, fragmentNode: vec4(0, 0, 0, 0) })
}

/** What the composite reads; `beauty.value` is replaced when the engine's output is another texture. */
export interface CompositeInputs {
  readonly beauty: TextureNode
  /** In texels: after a resize the picture is stretched until there is one in the new size. */
  readonly beautySize: UniformNode<Vector2>
  /** With and without the overlay pass, which costs as much as everything else. */
  readonly withOverlay: ShaderNode
  readonly withoutOverlay: ShaderNode
}

/** Bits per slot in the marks texture. */
export const MARK_HOVERED = 64
export const MARK_SELECTED = 255
/** The marks texture is this many texels wide. */
export const MARKS_WIDTH = 256

/**
 * Picture + outlines + overlays, all display-referred.
 *
 * @param beauty  the engine's output
 * @param ids  the G-buffer's, of whatever resolution
 * @param marks  one byte per slot, in rows of MARKS_WIDTH: 0, MARK_HOVERED or MARK_SELECTED
 * @param overlay  linear, premultiplied
 */
export function createCompositeNode(
  beauty: Texture, ids: Texture, marks: Texture, overlay: ShaderNode, toneMapping: number, colorSpace: string,
): CompositeInputs {
  const beautySize = uniform(new Vector2(1, 1))
  const beautyNode = textureLoad(beauty, ivec2(tsl.screenUV.mul(beautySize)))
  const idsSize = textureSize(textureLoad(ids, ivec2(0, 0)))
  const idsPerPixel = vec2(idsSize as Operand).div(tsl.screenSize)
  const markAt = (dx: number, dy: number): ShaderNode => {
    const place = tsl.screenCoordinate.add(vec2(dx, dy)).mul(idsPerPixel).clamp(vec2(0, 0), vec2(idsSize as Operand).sub(1))
    const slotPlusOne = textureLoad(ids, ivec2(place)).x
    const slot = slotPlusOne.max(uint(1)).sub(uint(1))
    const mark = textureLoad(marks, ivec2(int(slot.bitAnd(uint(MARKS_WIDTH - 1))), int(slot.shiftRight(uint(8))))).x
    return slotPlusOne.equal(uint(0)).select(float(0), mark)
  }
  const outlined = (finish: (picture: ShaderNode) => ShaderNode): ShaderNode => Fn(() => {
    const here = markAt(0, 0).toVar()
    const around = float(0).toVar()
    for (const [dx, dy] of OUTLINE_TAPS) around.assign(around.max(markAt(dx, dy)))
    // Drawn on the pixels outside, so that the thing itself stays untouched.
    const strength = around.greaterThan(here.add(0.1)).select(around, float(0)).toVar()
    const color = strength.greaterThan(0.5).select(vec3(...SELECTED_COLOR), vec3(...HOVERED_COLOR))
    const opacity = strength.greaterThan(0.5).select(float(1), strength.greaterThan(0.1).select(float(0.75), float(0)))
    return vec4(finish(beautyNode.rgb.mul(float(1).sub(opacity)).add(color.mul(opacity))), 1)
  })()
  const withOverlay = outlined((picture) => {
    const over = tsl.renderOutput(overlay, toneMapping, colorSpace).toVar()
    return over.rgb.add(picture.mul(float(1).sub(over.a)))
  })
  return { beauty: beautyNode, beautySize, withOverlay, withoutOverlay: outlined((picture) => picture) }
}

/** Two pixels wide, round. */
const OUTLINE_TAPS = [[1, 0], [-1, 0], [0, 1], [0, -1], [2, 0], [-2, 0], [0, 2], [0, -2], [1, 1], [1, -1], [-1, 1], [-1, -1]] as const
/** Display-referred. */
const SELECTED_COLOR = [1, 0.55, 0.1] as const
const HOVERED_COLOR = [0.95, 0.95, 0.95] as const

/**
 * The overlay scene drawn on transparent black; the depth primer lets it have its own depth buffer, and so its own samples.
 *
 * @param samples  4 for smooth lines; 0 where each sample is drawn by the processor
 */
export function createOverlayPass(scene: Scene, camera: Camera, samples: 0 | 4): { readonly node: ShaderNode; dispose(): void } {
  const node = TSL.pass(scene, camera, { samples })
  return { node: node as unknown as ShaderNode, dispose: () => node.dispose() }
}
