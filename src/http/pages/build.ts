// Builds the browser app when it is missing or stale. A build is named by the hash of what it was made of, so "fresh" is
// "is there", and several processes that build at once end with the same thing.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const run = promisify(execFile)
const PREFIX = 'web-'
/** The versions of imported packages, and the design tokens that the server's own pages share. */
const ALSO_MADE_OF = ['package-lock.json', 'src/base/pages/tokens.css']
/** Beside web/: what the pages say of the service's codes. */
const FOLDERS = ['web', 'src/words']
const WORTH_COMPRESSING = /\.(js|css|html|svg|json|bin)$/

const NO_BUILDER =
  'the browser app is not built, and what builds it is not installed: run "npm ci" (--omit=dev leaves it out), or install a release, ' +
  'which has the app (docs/operations.md)'

/** Returns the folder of the built app. `say` is told before the few seconds that a build takes. */
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
    // Another process may have been quicker: its build is as good.
    if (!existsSync(target)) throw new Error(`the browser app could not be built: ${reasonOf(error)}`, { cause: error })
  }
  await removeOthers(join(root, 'build'), target)
  return target
}

/** What the builder wrote; without it, why it could not be started. */
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

/** Once, and better than anybody would while a browser waits. */
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

/** Says that a build is in use, which others who share the folder would remove. Returns what ends it. */
export function keepBuild(folder: string): () => void {
  const timer = setInterval(() => touch(folder), KEPT_FOR_MS / 4).unref()
  return () => clearInterval(timer)
}

/** In vain where the process may only read: the builds are somebody else's there. */
async function touch(folder: string): Promise<void> {
  const now = new Date()
  await utimes(folder, now, now).catch(() => {})
}

/** Builds of older sources that no process has used for a while. */
async function removeOthers(folder: string, kept: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!name.startsWith(PREFIX) || path === kept) continue
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEPT_FOR_MS) await rm(path, { recursive: true, force: true })
  }
}
