import { randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type RolldownPlugin, rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '../..')
const SRC = join(ROOT, 'src')

/**
 * Bundles `src` with its packages once at the start, since Vite takes seconds to load their modules one by one. Each import
 * of `src` becomes one of the bundle, so that there is one copy of each class and cache. The bundle is a folder of files,
 * since Vitest caches transformed files by their content.
 */
export function sourceBundle(name: string, plugins: RolldownPlugin[] = []): Plugin {
  const folder = join(ROOT, '.wrangler/tests', name)
  const files = new Set(globSync(`${SRC}/**/*.{ts,tsx}`, { exclude: [`${SRC}/dev/**`] }))
  return {
    // Vitest keeps a transformed file for all projects whose plugins have the same names.
    name: `source-bundle-${name}`,
    enforce: 'pre',
    // Not once something is imported: what Vitest knows from a run before is not resolved again.
    configResolved: () => bundle([...files], folder, plugins),
    resolveId(source, importer = '') {
      const path = source.startsWith('.') ? resolve(dirname(importer), source) : source
      const file = [path, `${path}.ts`, `${path}.tsx`].find((candidate) => files.has(candidate))
      if (file) return join(folder, `${relative(SRC, file)}.js`)
    },
  }
}

/** Writes a file for the code of each folder, and for each module of `src` one that exports its names from there. */
async function bundle(files: string[], folder: string, plugins: RolldownPlugin[]): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(files.map((file) => [relative(SRC, file), file])),
    external: /^(cloudflare|node):/,
    resolve: { conditionNames: ['workerd', 'worker', 'module', 'browser'] },
    tsconfig: join(ROOT, 'tsconfig.json'),
    preserveEntrySignatures: 'allow-extension',
    plugins,
  })
  const { output } = await build.generate({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    minifyInternalExports: false,
    // Folders import each other.
    strictExecutionOrder: true,
    codeSplitting: {
      groups: [{ name: folderOf, debugName: 'folders', test: /./ }],
      includeDependenciesRecursively: false,
    },
    sourcemap: true,
    sourcemapExcludeSources: true,
  })
  await build.close()
  for (const part of output) {
    const path = join(folder, part.fileName)
    if (part.type === 'asset') continue
    write(path, part.code)
    if (!part.map) continue
    // Vite adds a line for each export above the code. Lines of stack traces are those of its output.
    const mappings = ';'.repeat(part.exports.length) + part.map.mappings
    write(`${path}.map`, JSON.stringify({ ...part.map, mappings }))
  }
}

/** Writes a file at once, as another project may read it. */
function write(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, content)
  renameSync(draft, path)
}

/** The folder of a module, at most two deep: V8 looks for the line of an error from the beginning of its file. */
function folderOf(module: string): string {
  const path = relative(SRC, module)
  return path.startsWith('..') ? 'packages' : `parts/${dirname(path).split('/').slice(0, 2).join('-')}`
}
