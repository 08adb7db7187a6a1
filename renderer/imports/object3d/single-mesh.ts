import { type BufferGeometry, Group, Mesh, MeshStandardMaterial } from 'three'

/** A shape that comes without a material, in a light grey. */
export function singleMesh(geometry: BufferGeometry, name: string): Group {
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: 0xcccccc, roughness: 0.7, side: 2 }))
  mesh.name = name
  return new Group().add(mesh)
}
