import { writeFileSync } from 'node:fs'
import { encode } from './bsdf-albedo.ts'
import { computeAlbedos } from './bsdf-albedo-compute.ts'

/* `node build/tool.mjs gpu/kernels/bsdf-albedo-main.ts` writes bsdf-albedo-words.ts anew. */
writeFileSync('gpu/kernels/bsdf-albedo-words.ts', `/** Written by bsdf-albedo-main.ts. */\nexport const ALBEDO_WORDS = '${encode(computeAlbedos())}'\n`)
