import { type BufferGeometry, Group, Mesh, MeshStandardMaterial } from 'three'

/** A shape that comes without a material, in its corners' colours or a light grey. */
export function singleMesh(geometry: BufferGeometry, name: string): Group {
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: geometry.attributes.color === undefined ? 0xcccccc : 0xffffff, roughness: 0.7, side: 2 }))
  mesh.name = name
  return new Group().add(mesh)
}
