import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { withoutWorkers } from '../workers/zip.ts'
import { rhinoInNode } from './reading/in-node.ts'

/*
 * The same crate in every format, by our own writers from the formats' descriptions: 1 m wide (x), 2 m high, 3 m deep, standing on the
 * origin's level with its middle above it, red.
 */

const [W, H, D] = [1, 2, 3]
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Corners with y up, and quads that look outwards, counter-clockwise. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i): [number, number, number] => [(i & 1 ? 0.5 : -0.5) * W, i & 2 ? H : 0, (i & 4 ? 0.5 : -0.5) * D])
const QUADS = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3]] as const
const TRIANGLES = QUADS.flatMap(([a, b, c, d]) => [[a, b, c], [a, c, d]])
/** With z up. */
const STANDING = CORNERS.map(([x, y, z]) => [x, -z, y])

export async function zip(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> {
  withoutWorkers()
  const writer = new ZipWriter(new Uint8ArrayWriter(), { dataDescriptor: false })
  for (const [name, bytes] of Object.entries(files)) await writer.add(name, new Uint8ArrayReader(bytes), { level: 0 })
  return writer.close()
}

const obj = (): Uint8Array<ArrayBuffer> => encode(`mtllib crate.mtl\no Crate\n${CORNERS.map((c) => `v ${c.join(' ')}`).join('\n')}\nusemtl Red\n${QUADS.map((q) => `f ${q.map((i) => i + 1).join(' ')}`).join('\n')}\n`)
export const CRATE_MTL = encode('newmtl Red\nKd 1 0 0\nNs 30\n')

const stl = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(84 + 50 * TRIANGLES.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, TRIANGLES.length, true)
  TRIANGLES.forEach((triangle, i) => triangle.forEach((corner, k) => STANDING[corner].forEach((value, axis) => view.setFloat32(84 + 50 * i + 12 + 12 * k + 4 * axis, value, true))))
  return bytes
}

const stlText = (): Uint8Array<ArrayBuffer> => encode(`solid crate\n${TRIANGLES.map((t) => `facet normal 0 0 0\nouter loop\n${t.map((i) => `vertex ${STANDING[i].join(' ')}`).join('\n')}\nendloop\nendfacet`).join('\n')}\nendsolid crate\n`)

const ply = (): Uint8Array<ArrayBuffer> => encode(`ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n${CORNERS.map((c) => c.join(' ')).join('\n')}\n${QUADS.map((q) => `4 ${q.join(' ')}`).join('\n')}\n`)

/** In inches, z up: both are declared. */
const collada = (): Uint8Array<ArrayBuffer> => encode(`<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="Red"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="24">${STANDING.flat().map((v) => v / 0.0254).join(' ')}</float_array><technique_common><accessor source="#pa" count="8" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="12" material="mm"><input semantic="VERTEX" source="#v" offset="0"/><p>${TRIANGLES.flat().join(' ')}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="Crate"><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="mm" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`)

/** In centimetres. */
const usda = (): Uint8Array<ArrayBuffer> => encode(`#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 0.01
    upAxis = "Z"
)
def Xform "Root"
{
    def Mesh "Crate"
    {
        int[] faceVertexCounts = [${QUADS.map(() => 4).join(', ')}]
        int[] faceVertexIndices = [${QUADS.flat().join(', ')}]
        point3f[] points = [${STANDING.map((c) => `(${c.map((v) => v * 100).join(', ')})`).join(', ')}]
        color3f[] primvars:displayColor = [(1, 0, 0)]
    }
}
`)

/** In millimetres, z up. */
const threeMf = (): Promise<Uint8Array<ArrayBuffer>> => zip({
  '[Content_Types].xml': encode('<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>'),
  '_rels/.rels': encode('<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>'),
  '3D/3dmodel.model': encode(`<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" name="Crate" type="model"><mesh><vertices>${STANDING.map(([x, y, z]) => `<vertex x="${x * 1000}" y="${y * 1000}" z="${z * 1000}"/>`).join('')}</vertices><triangles>${TRIANGLES.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join('')}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`),
})

/** Chunks of id, length and content. */
function tds(): Uint8Array<ArrayBuffer> {
  const chunk = (id: number, ...content: Uint8Array[]): Uint8Array<ArrayBuffer> => {
    const length = content.reduce((sum, part) => sum + part.length, 6)
    const bytes = new Uint8Array(length)
    const view = new DataView(bytes.buffer)
    view.setUint16(0, id, true)
    view.setUint32(2, length, true)
    let at = 6
    for (const part of content) { bytes.set(part, at); at += part.length }
    return bytes
  }
  const words = (values: readonly number[]): Uint8Array => new Uint8Array(Uint16Array.from(values).buffer)
  const floats = (values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer)
  const mesh = chunk(0x4100, chunk(0x4110, words([8]), floats(STANDING.flat())), chunk(0x4120, words([12]), words(TRIANGLES.flatMap((t) => [...t, 0])), chunk(0x4130, encode('Red\0'), words([12, ...TRIANGLES.keys()]))))
  const material = chunk(0xafff, chunk(0xa000, encode('Red\0')), chunk(0xa020, chunk(0x0011, Uint8Array.of(255, 0, 0))))
  return chunk(0x4d4d, chunk(0x0002, words([3, 0])), chunk(0x3d3d, material, chunk(0x4000, encode('Crate\0'), mesh)))
}

/** Text, in inches, z up: both are declared. */
const fbx = (): Uint8Array<ArrayBuffer> => encode(`; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXHeaderVersion: 1003
	FBXVersion: 7400
}
GlobalSettings:  {
	Version: 1000
	Properties70:  {
		P: "UpAxis", "int", "Integer", "",2
		P: "UnitScaleFactor", "double", "Number", "",2.54
	}
}
Objects:  {
	Geometry: 1, "Geometry::", "Mesh" {
		Vertices: *24 {
			a: ${STANDING.flat().map((v) => v / 0.0254).join(',')}
		}
		PolygonVertexIndex: *24 {
			a: ${QUADS.flatMap(([a, b, c, d]) => [a, b, c, -d - 1]).join(',')}
		}
		GeometryVersion: 124
		LayerElementMaterial: 0 {
			Version: 101
			Name: ""
			MappingInformationType: "AllSame"
			ReferenceInformationType: "IndexToDirect"
			Materials: *1 {
				a: 0
			}
		}
	}
	Model: 2, "Model::Crate", "Mesh" {
		Version: 232
	}
	Material: 3, "Material::Red", "" {
		Version: 102
		ShadingModel: "lambert"
		Properties70:  {
			P: "Diffuse", "Vector3D", "Vector", "",1,0,0
		}
	}
}
Connections:  {
	C: "OO",2,0
	C: "OO",1,2
	C: "OO",3,2
}
`)

/**
 * In millimetres; a wall whose shape is an extruded rectangle, far from the origin.
 *
 * @param schema  as the file says it
 */
const ifc = (schema: string): Uint8Array<ArrayBuffer> => encode(`ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('crate.ifc','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('${schema}'));
ENDSEC;
DATA;
#1=IFCCARTESIANPOINT((0.,0.,0.));
#2=IFCDIRECTION((0.,0.,1.));
#3=IFCDIRECTION((1.,0.,0.));
#4=IFCAXIS2PLACEMENT3D(#1,#2,#3);
#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#4,$);
#6=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#7=IFCUNITASSIGNMENT((#6));
#8=IFCPROJECT('0000000000000000000001',$,'Project',$,$,$,$,(#5),#7);
#9=IFCLOCALPLACEMENT($,#4);
#10=IFCBUILDING('0000000000000000000002',$,'Building',$,$,#9,$,$,.ELEMENT.,$,$,$);
#11=IFCBUILDINGSTOREY('0000000000000000000003',$,'Ground Floor',$,$,#9,$,$,.ELEMENT.,0.);
#12=IFCRELAGGREGATES('0000000000000000000004',$,$,$,#8,(#10));
#13=IFCRELAGGREGATES('0000000000000000000005',$,$,$,#10,(#11));
#14=IFCCARTESIANPOINT((500000000.,-300000000.,0.));
#15=IFCAXIS2PLACEMENT3D(#14,#2,#3);
#16=IFCLOCALPLACEMENT(#9,#15);
#17=IFCCARTESIANPOINT((0.,0.));
#18=IFCAXIS2PLACEMENT2D(#17,$);
#19=IFCRECTANGLEPROFILEDEF(.AREA.,$,#18,${W * 1000}.,${D * 1000}.);
#20=IFCEXTRUDEDAREASOLID(#19,#4,#2,${H * 1000}.);
#21=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#20));
#22=IFCPRODUCTDEFINITIONSHAPE($,$,(#21));
#23=IFCCOLOURRGB($,1.,0.,0.);
#24=IFCSURFACESTYLERENDERING(#23,0.,$,$,$,$,$,$,.NOTDEFINED.);
#25=IFCSURFACESTYLE('Red',.BOTH.,(#24));
#26=${schema === 'IFC2X3' ? 'IFCPRESENTATIONSTYLEASSIGNMENT((#25))' : 'IFCCOLOURRGB($,0.,0.,0.)'};
#27=IFCSTYLEDITEM(#20,(${schema === 'IFC2X3' ? '#26' : '#25'}),$);
#28=IFCWALLSTANDARDCASE('0000000000000000000006',$,'Crate',$,$,#16,#22,$${schema === 'IFC2X3' ? '' : ',$'});
#29=IFCRELCONTAINEDINSPATIALSTRUCTURE('0000000000000000000007',$,$,$,(#28),#11);
ENDSEC;
END-ISO-10303-21;
`)

/** A chair of four legs, a seat and a back, 0.45 x 0.9 x 0.45 m, as an OBJ in another unit. */
export function chairObj(unitsPerMetre: number, isZUp: boolean): Uint8Array<ArrayBuffer> {
  let [text, first] = ['', 1]
  const box = (name: string, min: number[], max: number[]): void => {
    text += `o ${name}\n`
    for (let i = 0; i < 8; i++) {
      const [x, y, z] = [0, 1, 2].map((axis) => (i & (1 << axis) ? max : min)[axis])
      const at = isZUp ? [x, -z, y] : [x, y, z]
      text += `v ${at.map((value) => Number((value * unitsPerMetre).toFixed(6))).join(' ')}\n`
    }
    for (const quad of [[0, 2, 3, 1], [4, 5, 7, 6], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3]]) text += `f ${quad.map((i) => i + first).join(' ')}\n`
    first += 8
  }
  for (const [i, [x, z]] of [[0, 0], [0.4, 0], [0, 0.4], [0.4, 0.4]].entries()) box(`Leg${i}`, [x, 0, z], [x + 0.05, 0.45, z + 0.05])
  box('Seat', [0, 0.45, 0], [0.45, 0.5, 0.45])
  box('Back', [0, 0.5, 0], [0.45, 0.9, 0.05])
  return encode(text)
}

/** In millimetres, z up, by the library that also reads it: the format has no description to write it from. */
async function rhino(): Promise<Uint8Array<ArrayBuffer>> {
  const { File3dm, Material, Mesh, ObjectAttributes, ObjectMaterialSource, UnitSystem } = await rhinoInNode()
  const file = new File3dm()
  file.settings().modelUnitSystem = UnitSystem.Millimeters
  const material = new Material()
  material.name = 'Red'
  material.diffuseColor = { r: 255, g: 0, b: 0, a: 255 } as never
  file.materials().add(material)
  const mesh = new Mesh()
  for (const [x, y, z] of STANDING) mesh.vertices().add(1000 * x, 1000 * y, 1000 * z)
  for (const [a, b, c, d] of QUADS) mesh.faces().addQuadFace(a, b, c, d)
  const attributes = new ObjectAttributes()
  attributes.name = 'Crate'
  attributes.materialSource = ObjectMaterialSource.MaterialFromObject
  attributes.materialIndex = 0
  file.objects().addMesh(mesh, attributes)
  return Uint8Array.from(file.toByteArray() as unknown as Uint8Array)
}

/** Of each format, by a file name of it. */
export const CRATES: readonly { readonly name: string; readonly reader: string; readonly bytes: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> }[] = [
  { name: 'crate.obj', reader: 'obj', bytes: obj },
  { name: 'crate.stl', reader: 'stl', bytes: stl },
  { name: 'text.stl', reader: 'stl', bytes: stlText },
  { name: 'crate.ply', reader: 'ply', bytes: ply },
  { name: 'crate.dae', reader: 'collada', bytes: collada },
  { name: 'crate.zae', reader: 'collada', bytes: () => zip({ 'model/crate.dae': collada() }) },
  { name: 'crate.usda', reader: 'usd', bytes: usda },
  { name: 'crate.usdz', reader: 'usd', bytes: () => zip({ 'crate.usda': usda() }) },
  { name: 'crate.3mf', reader: '3mf', bytes: threeMf },
  { name: 'crate.3ds', reader: '3ds', bytes: tds },
  { name: 'crate.fbx', reader: 'fbx', bytes: fbx },
  { name: 'crate.3dm', reader: '3dm', bytes: rhino },
  { name: 'crate.ifc', reader: 'ifc', bytes: () => ifc('IFC2X3') },
  { name: 'crate-4.ifc', reader: 'ifc', bytes: () => ifc('IFC4') },
  { name: 'crate-4x3.ifc', reader: 'ifc', bytes: () => ifc('IFC4X3_ADD2') },
  { name: 'crate.ifczip', reader: 'ifc', bytes: () => zip({ 'crate.ifc': ifc('IFC4') }) },
]
