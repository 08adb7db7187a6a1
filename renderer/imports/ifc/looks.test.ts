import { expect, test } from 'vitest'
import type { Material } from '../../../gpu/index.ts'
import { textOf } from '../../words/say.ts'
import { DECODERS_IN_NODE, decodeImageInNode } from '../reading/in-node.ts'
import { readModel } from '../readers.ts'
import { CRATES } from '../testing-files.ts'

/** The crate's file, changed; lines are added before its end. */
async function opened(change: (text: string) => string, lines: readonly string[] = [], file = 'crate-4.ifc') {
  const crate = new TextDecoder().decode(await CRATES.find(({ name }) => name === file)!.bytes())
  const changed = change(crate).replace('ENDSEC;\nEND-ISO', `${lines.join('\n')}\nENDSEC;\nEND-ISO`)
  const { parsed } = await readModel(new TextEncoder().encode(changed), { name: 'crate.ifc', pieces: 'objects', decodeImage: decodeImageInNode, decoders: DECODERS_IN_NODE })
  return parsed
}
const wears = async (change: (text: string) => string, lines: readonly string[] = []): Promise<readonly Material[]> => (await opened(change, lines)).parts[0].materials
const isBare = (text: string): string => text.replace(/#27=.*\n/, '')
const as = (ifcClass: string, rest: string) => (text: string): string => isBare(text).replace(/#28=IFCWALLSTANDARDCASE\((.*),\$,\$\);/, `#28=${ifcClass}($1${rest});`)
/** Linear. */
const WHITE_PAINT = [0.8, 0.79, 0.76]

test.each<[string, (text: string) => string, readonly number[]]>([
  ['a wall', isBare, WHITE_PAINT],
  ['a floor', as('IFCSLAB', ',$,.FLOOR.'), [0.54, 0.51, 0.46]],
  ['a roof slab', as('IFCSLAB', ',$,.ROOF.'), [0.4, 0.38, 0.36]],
  ['a ceiling', as('IFCCOVERING', ',$,.CEILING.'), WHITE_PAINT],
  ['a door', as('IFCDOOR', ',$,2.,1.,$,$,$'), [0.55, 0.42, 0.29]],
  ['furniture', as('IFCFURNISHINGELEMENT', ',$'), [0.64, 0.55, 0.44]],
])('%s of which the file declares nothing looks as its class does, and the report says so', async (_what, change, color) => {
  const { parts: [{ materials }], notes } = await opened(change)
  expect(materials).toHaveLength(1)
  expect(materials[0].baseColor).toEqual(color.map((value) => expect.closeTo(value, 2) as number))
  expect(notes.map(textOf)).toContain('1 element has no material in the file. Atrium chose a finish by IFC class.')
})

test('a window drawn as one block is clear; of one drawn in parts, panes are, and the frame is not', async () => {
  const window = as('IFCWINDOW', ',$,2.,1.,$,$,$')
  expect((await wears(window))[0]).toMatchObject({ name: 'Clear glass', transmission: expect.closeTo(0.95, 3) })
  // A frame of 100 x 60 mm beside a pane of 3 m x 24 mm, 2 m high.
  const inParts = (text: string): string => window(text).replace('(#20))', '(#101,#103))').replace(/#20=.*\n/, '')
  const lines = ['#100=IFCRECTANGLEPROFILEDEF(.AREA.,$,#18,100.,60.);', '#101=IFCEXTRUDEDAREASOLID(#100,#4,#2,2000.);', '#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,#18,3000.,24.);', '#103=IFCEXTRUDEDAREASOLID(#102,#4,#2,2000.);']
  expect((await wears(inParts, lines)).map(({ name, transmission }) => [name, transmission !== undefined])).toEqual([['Windows', false], ['Clear glass', true]])
})

test('a colour that the file declares stays: of a shape, of what a shape is cut from, of the element\'s material, of its type\'s', async () => {
  const red = expect.objectContaining({ name: 'Red' }) as Material
  expect(await wears((text) => text)).toEqual([red])
  const cut = (text: string): string => text.replace('(#20))', '(#102))')
  expect(await wears(cut, ['#100=IFCPLANE(#4);', '#101=IFCHALFSPACESOLID(#100,.T.);', '#102=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#20,#101);'])).toEqual([red])
  const material = ['#100=IFCSTYLEDITEM($,(#25),$);', '#101=IFCSTYLEDREPRESENTATION(#5,$,$,(#100));', '#102=IFCMATERIAL(\'Brick\',$,$);', '#103=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#101),#102);']
  expect(await wears(isBare, [...material, '#104=IFCRELASSOCIATESMATERIAL(\'1\',$,$,$,(#28),#102);'])).toEqual([red])
  const type = ['#105=IFCWALLTYPE(\'2\',$,\'Type\',$,$,$,$,$,$,.STANDARD.);', '#106=IFCRELDEFINESBYTYPE(\'3\',$,$,$,(#28),#105);', '#104=IFCRELASSOCIATESMATERIAL(\'1\',$,$,$,(#105),#102);']
  expect(await wears(isBare, [...material, ...type])).toEqual([red])
})

test('the colour of a hatch is none of a surface, and the insulation within a wall does not show', async () => {
  const hatched = ['#100=IFCCURVESTYLE($,$,$,#26,$);', '#101=IFCFILLAREASTYLE(\'Hatch\',(#26),$);', '#102=IFCSTYLEDITEM($,(#101,#100),$);', '#103=IFCSTYLEDREPRESENTATION(#5,$,$,(#102));', '#104=IFCMATERIAL(\'Concrete\',$,$);', '#105=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#103),#104);']
  expect((await wears(isBare, [...hatched, '#106=IFCRELASSOCIATESMATERIAL(\'1\',$,$,$,(#28),#104);']))[0].baseColor).toEqual(WHITE_PAINT.map((value) => expect.closeTo(value, 2) as number))
  const layer = (id: number, name: string, colour: string): string[] => [
    `#${id}=IFCCOLOURRGB($,${colour});`, `#${id + 1}=IFCSURFACESTYLESHADING(#${id},0.);`, `#${id + 2}=IFCSURFACESTYLE('${name}',.BOTH.,(#${id + 1}));`, `#${id + 3}=IFCSTYLEDITEM($,(#${id + 2}),$);`,
    `#${id + 4}=IFCSTYLEDREPRESENTATION(#5,$,$,(#${id + 3}));`, `#${id + 5}=IFCMATERIAL('${name}',$,$);`, `#${id + 6}=IFCMATERIALDEFINITIONREPRESENTATION($,$,(#${id + 4}),#${id + 5});`, `#${id + 7}=IFCMATERIALLAYER(#${id + 5},100.,$,$,$,$,$);`,
  ]
  const layers = [...layer(100, 'Metal - Stud Layer', '0.5,0.5,0.5'), ...layer(110, 'Plasterboard', '0.,0.,1.'), '#120=IFCMATERIALLAYERSET((#107,#117),$,$);', '#121=IFCMATERIALLAYERSETUSAGE(#120,.AXIS2.,.POSITIVE.,0.,$);', '#122=IFCRELASSOCIATESMATERIAL(\'1\',$,$,$,(#28),#121);']
  const [seen] = await wears(isBare, layers)
  expect([seen.name, seen.baseColor[2]]).toEqual(['Plasterboard', expect.closeTo(1, 2)])
})

test.each([
  ['IFC4', 'crate-4.ifc', ['.T.,.T.,$,$,$', '.T.,.T.,$,$,$']], ['IFC2X3', 'crate.ifc', ['.T.,.T.,.TEXTURE.,$', '.T.,.T.,.TEXTURE.,$']],
])('textures of a file, its own as well as pictures beside it, are left out, its colours stay, and the report says so in one sentence: %s', async (_schema, name, [image, pixels]) => {
  const textures = [`#100=IFCIMAGETEXTURE(${image},'bricks.png');`, `#101=IFCPIXELTEXTURE(${pixels},2,1,3,("0FF0000","000FF00"));`, `#102=IFCBLOBTEXTURE(${pixels},'PNG',"089504E47");`, '#103=IFCSURFACESTYLEWITHTEXTURES((#100,#101,#102));']
  const { parts: [{ materials }], notes } = await opened((text) => text.replace('(#24));', '(#24,#103));'), textures, name)
  expect(materials).toEqual([expect.objectContaining({ name: 'Red', baseColorTexture: null })])
  expect(notes.map(textOf).filter((note) => note.includes('texture'))).toEqual(['Left out 3 textures: Atrium reads only colours from IFC files. Choose materials from the library.'])
})

test.each([['Default Wall', '0.498039215686275,0.498039215686275,0.498039215686275', true], ['Default Wall', '0.501960784313725,0.501960784313725,0.501960784313725', true], ['Default Roof', '0.,0.498039215686275,0.', true], ['Default Wall', '0.9,0.8,0.7', false], ['Basalt', '0.498039215686275,0.498039215686275,0.498039215686275', false]])(
  'a style that Revit writes for want of a material counts as none: %s, %s: %s', async (name, colour, isNone) => {
    const [{ name: worn }] = await wears((text) => text.replace('\'Red\'', `'${name}'`).replace('#23=IFCCOLOURRGB($,1.,0.,0.)', `#23=IFCCOLOURRGB($,${colour})`))
    expect(worn).toBe(isNone ? 'Walls' : name)
  })
