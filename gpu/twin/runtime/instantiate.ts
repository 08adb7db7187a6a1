import type { TwinModule } from '../compiler/compile.ts'
import * as runtime from './runtime.ts'
import type { GeneratedModule } from './run.ts'

/**
 * A compiled kernel ready to run, without a bundler: for tests, benchmarks and tools. The app imports generated modules
 * instead, since its content security policy forbids to make functions from text.
 */
export function instantiate({ code, map }: Pick<TwinModule, 'code' | 'map'>): GeneratedModule {
  const body = code.replace(/^import \{ (.*) \} from .*$/m, (_, names: string) => `const { ${names.replace(' as ', ': ')} } = runtime;`).replaceAll(/^export (?=const|function)/gm, '')
  const inline = `//# sourceMappingURL=data:application/json;base64,${btoa(unescape(encodeURIComponent(JSON.stringify(map))))}`
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  return new Function('runtime', `${body}\nreturn { kernel, create };\n${inline}`)(runtime) as GeneratedModule
}
