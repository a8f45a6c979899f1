// Bundles the service for the long tests, which start it hundreds of times: resolving and compiling its 2,200 modules takes
// half of a start (decision 146). `import.meta.url` names the source file, so the service finds its files as in the
// checkout. Only its threads and child processes are found in the bundle.
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUNDLE = join(ROOT, 'build/service/')
const COMMAND = 'src/cli/vertice.ts'
/** How a source names a thread or a child process beside it (CONTRIBUTING.md). */
const BESIDE = /new URL\(`\.\/([\w-]+)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)/g
const NOT_INSTALLED = ['@opentelemetry/api', 'pg-native']
/** Tests replace its values (test/support/fixed-values.mjs). */
const FIXED_VALUES = /\/fixed\.ts$/

/** Returns the folder of the bundle, which is emptied first. */
export async function bundleService(): Promise<string> {
  rmSync(BUNDLE, { recursive: true, force: true })
  const files = [COMMAND, ...threadsAndChildren()]
  const bundle = await rolldown({
    input: Object.fromEntries(files.map((file) => [file.slice(0, -'.ts'.length), join(ROOT, file)])),
    cwd: ROOT,
    platform: 'node',
    external: NOT_INSTALLED,
    transform: { target: 'esnext' },
    plugins: [paths],
    onLog: (level, { code, message }) => {
      if (level === 'warn' && code === 'UNRESOLVED_IMPORT') throw new Error(message)
    },
  })
  await bundle.write({ dir: BUNDLE, entryFileNames: '[name].js', chunkFileNames: 'src/parts/[name]-[hash].js' })
  await bundle.close()
  cpSync(join(ROOT, 'bin'), join(BUNDLE, 'bin'), { recursive: true })
  return BUNDLE
}

function threadsAndChildren(): string[] {
  return globSync('src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(BESIDE)].map(([, name]) => join(dirname(file), `${name}.ts`)),
  )
}

const paths: Plugin = {
  name: 'paths',
  resolveId: {
    filter: { id: FIXED_VALUES },
    handler: () => ({ id: pathToFileURL(join(ROOT, 'src/base/config/fixed.ts')).href, external: true }),
  },
  transform: {
    filter: { code: /import\.meta\.url|__dirname/ },
    handler(code, path) {
      const within = (folder: string) => pathToFileURL(join(folder, relative(ROOT, path))).href
      if (!code.includes('import.meta')) return code.replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(path)))
      return code
        .replace(BESIDE, (_, name) => `new URL('./${name}.js', '${within(BUNDLE)}')`)
        .replaceAll('import.meta.url', `'${within(ROOT)}'`)
    },
  },
}
