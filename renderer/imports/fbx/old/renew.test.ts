import { describe, expect, test } from 'vitest'
import { decodeImageInNode } from '../../reading/in-node.ts'
import { boundsOfAsset } from '../../spaces/voxels.ts'
import type { ReadAsset } from '../../reader.ts'
import { fbxReader } from '../reader.ts'
import type { FbxNode } from './nodes.ts'
import { parseText } from './parse-text.ts'
import { writeBinary, type WrittenNode } from './write-binary.ts'

/** 1 x 2 x 3 m in inches, z up; lengths over several lines, as the old writers break them. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, i & 2, i & 4 ? 3 : 0].map((metres) => metres / 0.0254))
const SIDES = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]

const CRATE = `; FBX 6.1.0 project file
FBXHeaderExtension:  {
    FBXVersion: 6100
    Creator: "A program of 2009"
}
Definitions:  {
    ObjectType: "Model" {
        Count: 3
    }
}
Objects:  {
    Model: "Model::Crate", "Mesh" {
        Properties60:  {
            Property: "Lcl Translation", "Lcl Translation", "A",0,0,10
            Property: "RotationActive", "bool", "",0
        }
        MultiLayer: 0
        Shading: Y
        Vertices: ${CORNERS.map((corner) => corner.join(',')).join('\n,')}
        PolygonVertexIndex: ${SIDES.map(([a, b, c, d]) => [a, b, c, -d - 1].join(',')).join(',\n')}
        LayerElementUV: 0 {
            Version: 101
            Name: "UVChannel_1"
            MappingInformationType: "ByPolygonVertex"
            ReferenceInformationType: "IndexToDirect"
            UV: 0,0,1,0,1,1,0,1
            UVIndex: ${SIDES.map(() => '0,1,2,3').join(',')}
        }
        LayerElementMaterial: 0 {
            MappingInformationType: "AllSame"
            ReferenceInformationType: "Direct"
            Materials: 0
        }
        Layer: 0 {
            Version: 100
        }
    }
    Model: "Model::Inner", "Mesh" {
        Vertices: 0,0,0,1,0,0,0,1,0
        PolygonVertexIndex: 0,1,-3
    }
    Model: "Model::Lamp", "Light" {
        Properties60:  {
            Property: "LightType", "enum", "",0
            Property: "Intensity", "Intensity", "A+",100
        }
    }
    Model: "Model::Producer Front", "Camera" {
        Properties60:  {
            Property: "FieldOfView", "FieldOfView", "A+",40
        }
        CameraOrientation: {
        }
    }
    Material: "Material::Red", "" {
        ShadingModel: "lambert"
        Properties60:  {
            Property: "Diffuse", "Vector3D", "",1,0,0
        }
    }
    Video: "Video::Wood", "Clip" {
        Filename: "C:\\maps\\wood.png"
        RelativeFilename: "wood.png"
    }
    Texture: "Texture::Wood", "" {
        FileName: "C:\\maps\\wood.png"
    }
    GlobalSettings:  {
        Properties60:  {
            Property: "UpAxis", "int", "",2
            Property: "UnitScaleFactor", "double", "",2.54
        }
    }
}
Connections:  {
    Connect: "OO", "Model::Crate", "Model::Scene"
    Connect: "OO", "Model::Inner", "Model::Crate"
    Connect: "OO", "Model::Lamp", "Model::Scene"
    Connect: "OO", "Material::Red", "Model::Crate"
    Connect: "OO", "Texture::Wood", "Model::Crate"
    Connect: "OO", "Video::Wood", "Texture::Wood"
    Connect: "OO", "Model::Gone", "Model::Scene"
}
Takes:  {
    Take: "Take 001" {
        Key: 0,1.5,L,1
        ,2,3,L
    }
}
`

/** The same as old programs write it in bytes: values one by one, names turned round. */
function inBytes(text: string): Uint8Array<ArrayBuffer> {
  const turned = ({ name, values, children }: FbxNode): WrittenNode => ({
    name,
    values: values.map((value) => (typeof value !== 'string' ? (typeof value === 'number' && Number.isInteger(value) ? { int: value } : value) : value.includes('::') ? value.split('::').toReversed().join('\0\u0001') : value)),
    children: children.map(turned),
  })
  const bytes = writeBinary(parseText(new TextEncoder().encode(text)).children.map(turned))
  new DataView(bytes.buffer).setUint32(23, 6100, true)
  return bytes
}

const named: string[] = []
const open = (bytes: Uint8Array<ArrayBuffer>): Promise<ReadAsset> => fbxReader.read(bytes, {
  name: 'old.fbx', pieces: 'objects', decodeImage: decodeImageInNode,
  readSibling: () => Promise.reject(new Error('not there')), listSiblings: () => Promise.resolve([]), onMissing: (name) => named.push(name),
})
const plain = new TextEncoder().encode(CRATE)

describe.each([['plain', plain], ['in bytes', inBytes(CRATE)]])('FBX 6.1, %s', (_, bytes) => {
  test('comes with its unit, axis, places, names, materials, textures and lamps', async () => {
    const { parsed, declared } = await open(bytes.slice())
    expect(declared).toMatchObject({ metresPerUnit: expect.closeTo(0.0254, 9) as number, up: 'z', app: 'A program of 2009' })
    // With what stands within it, one thing.
    expect(parsed.parts.map(({ name }) => name)).toEqual(['Crate'])
    expect([...parsed.meshes.values()].map(({ indices }) => indices.length / 3)).toEqual([13])
    const { min, max } = boundsOfAsset(parsed)
    expect([...min, ...max]).toEqual([0, 0.254, -2, 1, 3.254, 0].map((metres) => expect.closeTo(metres, 4) as number))
    expect(parsed.parts[0].materials).toContainEqual(expect.objectContaining({ name: 'Red', baseColor: [1, 0, 0] }))
    expect([...parsed.meshes.values()].some(({ uvs }) => uvs !== null)).toBe(true)
    expect(named.splice(0).some((name) => name.includes('wood.png'))).toBe(true)
    expect(parsed.lights).toHaveLength(1)
  })

  test('cut anywhere is refused or opened', async () => {
    for (let length = 60; length < bytes.length; length += 97) {
      const outcome = await open(bytes.slice(0, length)).then(() => 'opened', ({ code }: { code?: string }) => code)
      expect(outcome, `${length} bytes`).toMatch(/^(?:opened|model-invalid|model-empty|model-version)$/)
    }
  })
})

test('what is nested without end is refused', async () => {
  await expect(open(new TextEncoder().encode(`; FBX\nFBXHeaderExtension: {\n FBXVersion: 6100\n}\n${'A: {'.repeat(10_000)}`))).rejects.toMatchObject({ code: 'model-invalid' })
})

test('a camera of a newer file needs no window, whatever the file begins with', async () => {
  const file = `; FBX 7.4.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7400
}
Objects:  {
	NodeAttribute: 4, "NodeAttribute::View", "Camera" {
		Properties70:  {
			P: "FieldOfView", "FieldOfView", "", "A",40
		}
	}
	Geometry: 1, "Geometry::", "Mesh" {
		Vertices: *9 {
			a: 0,0,0,1,0,0,0,1,0
		}
		PolygonVertexIndex: *3 {
			a: 0,1,-3
		}
	}
	Model: 2, "Model::Sheet", "Mesh" {
		Version: 232
	}
	Model: 3, "Model::View", "Camera" {
		Version: 232
	}
}
Connections:  {
	C: "OO",2,0
	C: "OO",1,2
	C: "OO",3,0
	C: "OO",4,3
}
`
  expect((await open(new TextEncoder().encode(file))).parsed.parts.map(({ name }) => name)).toEqual(['Sheet'])
})
