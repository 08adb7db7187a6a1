import { writeFileSync } from 'node:fs'
import { encode } from '../../gpu/kernels/bsdf-albedo.ts'
import { computeAlbedos } from '../../gpu/kernels/bsdf-albedo-compute.ts'

/* `node build/tool.mjs build/albedo/bsdf-albedo-main.ts` writes bsdf-albedo-words.ts anew. */
writeFileSync('gpu/kernels/bsdf-albedo-words.ts', `/** Written by bsdf-albedo-main.ts. */\nexport const ALBEDO_WORDS = '${encode(computeAlbedos())}'\n`)
