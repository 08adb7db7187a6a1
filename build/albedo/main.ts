import { writeFileSync } from 'node:fs'
import { encode } from '../../gpu/kernels/bsdf-albedo.ts'
import { computeAlbedos } from './compute.ts'

/* `node build/tool.mjs build/albedo/main.ts` writes bsdf-albedo-words.ts anew. */
writeFileSync('gpu/kernels/bsdf-albedo-words.ts', `/** Written by build/albedo/main.ts. */\nexport const ALBEDO_WORDS = '${encode(computeAlbedos())}'\n`)
