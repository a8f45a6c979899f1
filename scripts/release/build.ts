// Builds a release. It has the same layout as the checkout, so the sources find their files by the same paths: the
// server as JavaScript, the built and compressed browser app, the runtime packages, and the needed files of packages
// without code.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageFile } from '../../src/base/package-file.ts'
import { buildWeb } from '../../src/http/pages/build.ts'
import { FONT_FILES } from '../../src/outbound/delivery/pdf/fonts.ts'
import { compile } from './build-package.ts'
import { buildClientPackages } from './client-packages.ts'
import { writePackage } from './package.ts'
import { copyLicences } from './packages.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TEXTS = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'NOTICE.md', 'README.md']
const AS_THEY_ARE = ['bin', 'migrations', 'docs', 'deploy', ...TEXTS]
/** Not released: the data behind pages in docs/, and an operator's own settings and keys. */
const LEFT_OUT = /^(docs\/[^/]+\.json|deploy\/tls)$/
const PRIVATE = '.env'
/** Files of packages that contain no code. */
const COPIED = Object.values(FONT_FILES)

/** Builds in `target`, which is emptied first. */
export async function buildRelease(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const [app] = await Promise.all([buildWeb(ROOT), compile(join(ROOT, 'tsconfig.build.json'), join(target, 'src'))])
  cpSync(app, join(target, 'app'), { recursive: true })
  for (const name of [...AS_THEY_ARE, ...filesBesideSources()]) copy(name, target)
  for (const specifier of COPIED) cpSync(packageFile(specifier), join(target, 'files', specifier))
  await buildClientPackages(join(target, 'files/clients'))
  const copied = new Set(COPIED.map(packageOf))
  for (const name of copied) copyLicences(join(ROOT, 'node_modules', name), join(target, 'files', name))
  cpSync(join(ROOT, 'scripts/release/vertice.sh'), join(target, 'bin/vertice'))
  await writePackage(ROOT, target, copied)
}

/** Builds and packs in `folder`; returns the path of the tarball. */
export async function packRelease(folder: string): Promise<string> {
  const dist = join(folder, 'dist')
  await buildRelease(dist)
  const { stdout } = await run('npm', ['pack', '--json', dist], { cwd: folder, maxBuffer: 2 ** 26 })
  return join(folder, JSON.parse(stdout)[0].filename)
}

function copy(name: string, target: string): void {
  mkdirSync(dirname(join(target, name)), { recursive: true })
  const filter = (path: string) => basename(path) !== PRIVATE && !LEFT_OUT.test(path.slice(ROOT.length))
  cpSync(join(ROOT, name), join(target, name), { recursive: true, filter })
}

/** Styles and scripts of pages, and the list of common passwords. */
function filesBesideSources(): string[] {
  const entries = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
}

function packageOf(specifier: string): string {
  const [scope, name] = specifier.split('/')
  return scope!.startsWith('@') ? `${scope}/${name}` : scope!
}
