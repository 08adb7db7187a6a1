import type { Document, Material } from '@gltf-transform/core'
import { KHRMaterialsIOR, KHRMaterialsTransmission } from '@gltf-transform/extensions'
import type { Color } from 'web-ifc'

/** Below it a colour lets light through. */
const SOLID = 0.95
/** Below it it is glass, whatever wears it. */
const CLEAR = 0.6
const GLASS_NAMES = /glas|glaz|verre|vitr|vidri|vetro|szkl|стекл|скло|ガラス/i
const GLAZED_CLASSES = /^Ifc(?:Window|Door|CurtainWall|Plate|Member)/

const linearOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** The materials of a building: a colour of the screen, perhaps under a name. */
export class IfcMaterials {
  private readonly known = new Map<string, Material>()
  private readonly transmission
  private readonly ior

  constructor(private readonly document: Document) {
    this.transmission = document.createExtension(KHRMaterialsTransmission)
    this.ior = document.createExtension(KHRMaterialsIOR)
  }

  /**
   * @param color  sRGB, 0..1, with its opacity
   * @param style  the name of the surface style; may be empty
   * @param ifcClass  of the element that wears it
   */
  of({ x, y, z, w }: Color, style: string, ifcClass: string): Material {
    const isGlass = w < CLEAR || (w < SOLID && (GLAZED_CLASSES.test(ifcClass) || GLASS_NAMES.test(style)))
    const key = [x, y, z, w, style, isGlass].join(' ')
    const known = this.known.get(key)
    if (known !== undefined) return known
    const hex = [x, y, z].map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16).padStart(2, '0')).join('')
    const material = this.document.createMaterial(style || `#${hex}`).setMetallicFactor(0).setRoughnessFactor(0.8).setDoubleSided(true)
    material.setBaseColorFactor([linearOf(x), linearOf(y), linearOf(z), 1])
    if (isGlass) {
      // Display colours of glass are for the eye of a plan; a pane takes little of the light.
      material.setBaseColorFactor([Math.max(linearOf(x), 0.85), Math.max(linearOf(y), 0.88), Math.max(linearOf(z), 0.88), 1]).setRoughnessFactor(0.02)
      material.setExtension('KHR_materials_transmission', this.transmission.createTransmission().setTransmissionFactor(0.95))
      material.setExtension('KHR_materials_ior', this.ior.createIOR().setIOR(1.5))
    } else if (w < 0.99) material.setAlphaMode('BLEND').setAlpha(w)
    this.known.set(key, material)
    return material
  }
}
