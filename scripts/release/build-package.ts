// Builds a package of packages/ as npm publishes it: JavaScript, type declarations, README and licence. In the checkout
// the package exports its TypeScript, which Node runs directly, but not below node_modules.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Runs the compiler on this project; throws its messages. */
export async function compile(project: string, outDir: string): Promise<void> {
  await run(process.execPath, [COMPILER, '-p', project, '--outDir', outDir]).catch((error) => {
    throw new Error(error.stdout || error.message)
  })
}

/** Builds `packages/<name>` in `target`, which is emptied first. */
export async function buildPackage(folder: string, target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  await compile(folder, join(target, 'src'))
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'))
  cpSync(join(folder, 'README.md'), join(target, 'README.md'))
  const { private: _, scripts: __, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const published = {
    ...manifest,
    exports: { '.': { types: './src/index.d.ts', default: './src/index.js' } },
    files: ['src'],
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

if (argv[1] === fileURLToPath(import.meta.url)) await buildPackage(process.cwd(), join(process.cwd(), 'build'))
