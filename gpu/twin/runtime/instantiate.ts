import type { TwinModule } from '../compiler/compile.ts'
import * as runtime from './runtime.ts'
import type { GeneratedModule } from './run.ts'

/**
 * A compiled kernel ready to run, without a bundler: for tests, benchmarks and tools. The app imports generated modules
 * instead, since its content security policy forbids to make functions from text.
 */
export function instantiate({ code, map, kernel }: TwinModule): GeneratedModule {
  const body = code.replace(/^import \{ (.*) \} from .*$/m, (_, names: string) => `const { ${names.replace(' as ', ': ')} } = runtime;`).replace(/^export const kernel = .*$/m, '').replace('export function', 'function')
  const inline = `//# sourceMappingURL=data:application/json;base64,${btoa(unescape(encodeURIComponent(JSON.stringify(map))))}`
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const create = new Function('runtime', `${body}\nreturn create;\n${inline}`)(runtime) as GeneratedModule['create']
  return { kernel, create }
}
