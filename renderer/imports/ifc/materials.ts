import type { Document, Material } from '@gltf-transform/core'
import { KHRMaterialsIOR, KHRMaterialsTransmission } from '@gltf-transform/extensions'
import type { Look } from './looks.ts'
import type { Surface } from './surfaces.ts'

/** Below it a colour lets light through. */
const SOLID = 0.95
/** Below it it is glass, whatever wears it. */
const CLEAR = 0.6
const GLASS_NAMES = /glas|glaz|verre|vitr|vidri|vetro|szkl|стекл|скло|ガラス/i
const GLAZED_CLASSES = /^Ifc(?:Window|Door|CurtainWall|Plate|Member)/

const linearOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** The materials of a building: a colour of the screen, perhaps under a name; where none is declared, the look of a class. */
export class IfcMaterials {
  private readonly known = new Map<string, Material>()
  private readonly transmission
  private readonly ior

  constructor(private readonly document: Document) {
    this.transmission = document.createExtension(KHRMaterialsTransmission)
    this.ior = document.createExtension(KHRMaterialsIOR)
  }

  /** @param ifcClass  of the element that wears it */
  of({ name, color: { x, y, z, w } }: Surface, ifcClass: string): Material {
    const isGlass = w < CLEAR || (w < SOLID && (GLAZED_CLASSES.test(ifcClass) || GLASS_NAMES.test(name)))
    return this.once([x, y, z, w, name, isGlass].join(' '), () => {
      const hex = [x, y, z].map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16).padStart(2, '0')).join('')
      const material = this.opaque(name || `#${hex}`, [linearOf(x), linearOf(y), linearOf(z)], 0.8)
      // Display colours of glass are for the eye of a plan; a pane takes little of the light.
      if (isGlass) this.glaze(material, [Math.max(linearOf(x), 0.85), Math.max(linearOf(y), 0.88), Math.max(linearOf(z), 0.88)])
      else if (w < 0.99) material.setAlphaMode('BLEND').setAlpha(w)
      return material
    })
  }

  like({ name, color, roughness, metallic, isGlass }: Look): Material {
    return this.once(`look ${name} ${color.join(' ')}`, () => {
      const material = this.opaque(name, color, roughness).setMetallicFactor(metallic)
      if (isGlass) this.glaze(material, color)
      return material
    })
  }

  private once(key: string, make: () => Material): Material {
    const material = this.known.get(key) ?? make()
    this.known.set(key, material)
    return material
  }

  private opaque(name: string, [r, g, b]: readonly [number, number, number], roughness: number): Material {
    return this.document.createMaterial(name).setMetallicFactor(0).setRoughnessFactor(roughness).setDoubleSided(true).setBaseColorFactor([r, g, b, 1])
  }

  private glaze(material: Material, [r, g, b]: readonly [number, number, number]): void {
    material.setBaseColorFactor([r, g, b, 1]).setRoughnessFactor(0.02)
      .setExtension('KHR_materials_transmission', this.transmission.createTransmission().setTransmissionFactor(0.95))
      .setExtension('KHR_materials_ior', this.ior.createIOR().setIOR(1.5))
  }
}
