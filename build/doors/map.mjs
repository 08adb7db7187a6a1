// The map of the house: which room may read which, types included. `npm run doors` keeps the doors shut.
// A room reads itself and the rows above it, never a neighbour of its own row and never a row below; rooms joined by + are one. Tests read whatever
// they need. Nothing but tests, and the two commands that attack Atrium, reads a file named testing.

/** gpu/: from the input language up to the engine's one public file. No DOM, no Node, no three. */
export const GPU = [
  'math settings',
  'scene',
  'device sky kdtree',
  'buffers uber',
  'kernels+textures',
  'query traversal twin denoise',
  'tables',
  'passes',
  'debug',
  'shipped-kernels frame',
  'engine',
  'index trees',
]
/** Reads all of the above and is read by no room: scenes with known answers, Dawn in Node, timings. */
export const GPU_WITH_NODE = 'testing headless examples bench'

/** renderer/: from sentences about errors up to the page that mounts. */
export const RENDERER = [
  'words',
  'errors ui theme settings',
  'platform workers',
  'document',
  'interaction',
  'shell navigation format',
  'imports',
  'catalogue materials scene trees',
  'project',
  'recovery output tools',
  'commands',
  'viewport panels',
  'tiles',
  'demo',
  'start app',
  'main',
]

/** electron/: from the contract up to the order of starting. */
export const ELECTRON = [
  'beginning',
  'batch-wire',
  'contract',
  'failure',
  'log',
  'files+recovery',
  'demo settings batch',
  'protocol',
  'ipc security',
  'window',
  'machine',
  'answers preload',
  'main',
]

/** Rooms within a room, by the same rule. What is not named here stands open. */
export const WITHIN = {
  'gpu/frame': ['frame', 'pace plan same-picture', 'job', 'pass', 'tracing traversal', 'passes', 'loop'],
  'gpu/traversal': ['names object scene', 'walk', 'traversals', 'measure'],
  'gpu/passes/paths': ['lights', 'path-trace', 'queue following-runner'],
  'renderer/commands': ['types edit-or-tell', 'edit view', 'arrange lights insert', 'file', 'registry', 'keys', 'menus'],
  'renderer/output': ['options', 'export-protocol encoders', 'picture', 'sums clip', 'export', 'many'],
  'renderer/project': ['assets tasks', 'file', 'insert', 'open', 'materials'],
  // A format reads none of the others, only what all of them become: glTF, and three's objects on the way there.
  'renderer/imports': ['bytes types formats', 'beside+conversion+doctor+gltf+ktx2+object3d+pictures+pieces+reader+rhino+simpler+spaces+xml', 'collada fbx ifc obj ply stl tds three-mf usd', 'readers', 'reading'],
  'renderer/imports/gltf': ['gltf-schema', 'check container', 'nodes surfaces', 'meshes', 'count lights packing resources', 'extract import wrap-scene', 'reader'],
  'electron/files': ['disk dialogs siblings', 'json-file project-lock tree-cache own saving', 'recent sources exports files', 'pathless'],
  'electron/batch': ['job', 'files', 'queue', 'worker'],
}

/** What the stories know of the house from inside: what a test window answers, and what stands in a document. */
export const STORIES_READ = ['renderer/viewport/test-hooks', 'renderer/document', 'electron/contract', 'electron/files/project-lock', 'electron/recovery', 'renderer/imports/testing-files', 'gpu/testing']

/** Node inside renderer/: the readers without a window, for commands, generators and tests. */
export const RENDERER_WITH_NODE = ['renderer/imports/reading/in-node']

/** What renderer/ and assets/ may take from gpu/: the engine; for workers that need none of it, its input language and object trees. */
export const GPU_DOORS = ['gpu/index', 'gpu/trees', 'gpu/scene', 'gpu/settings']

/** What electron/ and build/ share with the window: plain data, and what names of files are cut by; they read each other and nothing else of the house. */
export const LEAVES = ['electron/beginning', 'electron/contract', 'electron/batch-wire', 'renderer/settings', 'renderer/words', 'renderer/imports/formats']

/** What a worker of renderer/ runs of assets/: the generators of pieces that stay editable. */
export const GENERATORS_READ = ['assets/generators/forms']

/** Packages that belong to one room. */
export const PACKAGES = [
  { packages: 'react react-dom @mantine/core @mantine/dates @mantine/hooks dayjs @tabler/icons-react @react-three/fiber zustand', rooms: 'renderer' },
  { packages: 'three', rooms: 'renderer/viewport renderer/imports assets build/cli gpu/testing gpu/bench' },
  { packages: 'oidn-web watr', rooms: 'gpu/denoise' },
  { packages: 'electron', rooms: 'electron build' },
]

/** Arrows that still point the wrong way: file → file. None is added; one that is mended leaves the list, or the command fails. */
export const KNOWN = []
