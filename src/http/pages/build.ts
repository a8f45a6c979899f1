// Builds the browser app if it is missing or stale. The folder's name is a hash of the sources, so an existing folder
// is fresh, and processes that build at the same time produce the same result.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const run = promisify(execFile)
const PREFIX = 'web-'
/** Versions of imported packages, and the design tokens that the server-rendered pages share. */
const ALSO_MADE_OF = ['package-lock.json', 'src/base/pages/tokens.css']
/** `src/words` has the sentences for the service's codes. */
const FOLDERS = ['web', 'src/words']
const WORTH_COMPRESSING = /\.(js|css|html|svg|json|bin)$/

const NO_BUILDER =
  'the browser app is not built, and what builds it is not installed: run "npm ci" (--omit=dev leaves it out), or install a release, ' +
  'which has the app (docs/operations/install.md)'

/** Returns the folder of the built app. Calls `say` before a build, which takes a few seconds. */
export async function buildWeb(root: string, say: (message: string) => void = () => {}): Promise<string> {
  const target = join(root, 'build', `${PREFIX}${await hashOfSources(root)}`)
  if (existsSync(target)) {
    await touch(target)
    return target
  }
  const builder = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(builder)) throw new Error(NO_BUILDER)
  say('building the browser app (only when it has changed) …')
  const own = `${target}.${process.pid}`
  try {
    await run(process.execPath, [builder, 'build', join(root, 'web'), '--outDir', own], { cwd: root })
    await compressAll(own)
    await rename(own, target)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    // Another process may have finished the same build first; then use its result.
    if (!existsSync(target)) throw new Error(`the browser app could not be built: ${reasonOf(error)}`, { cause: error })
  }
  await removeOthers(join(root, 'build'), target)
  return target
}

const reasonOf = (error: unknown) => (error as { stderr?: string }).stderr?.trim() || (error as Error).message

async function hashOfSources(root: string): Promise<string> {
  const entries = (
    await Promise.all(FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true, withFileTypes: true })))
  ).flat()
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of [...files.sort(), ...ALSO_MADE_OF.map((name) => join(root, name))])
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Compresses once, at a higher level than would be affordable per request. */
async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names
      .filter((name) => WORTH_COMPRESSING.test(name))
      .map(async (name) => {
        const file = join(folder, name)
        const content = await readFile(file)
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
        await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
      }),
  )
}

const KEPT_FOR_MS = 3_600_000

/** Marks a build as in use, so that other processes do not remove it. Returns a function that stops this. */
export function keepBuild(folder: string): () => void {
  const timer = setInterval(() => touch(folder), KEPT_FOR_MS / 4).unref()
  return () => clearInterval(timer)
}

/** Ignores failures: on a read-only file system another user owns the builds. */
async function touch(folder: string): Promise<void> {
  const now = new Date()
  await utimes(folder, now, now).catch(() => {})
}

/** Removes builds of older sources that no process has used for a while. */
async function removeOthers(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.startsWith(PREFIX) || path === kept) continue
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEPT_FOR_MS) await rm(path, { recursive: true, force: true })
  }
}
