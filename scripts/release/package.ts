// The package.json of a release, and its bundled packages. npm ignores a lock file in a tarball, so the release bundles
// its runtime packages. npm fetches only Node and PostgreSQL, which differ between platforms, in exact versions.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage } from './build-package.ts'
import { carryPackage } from './packages.ts'
import { type Lock, reachedFrom, type Versions } from './reached.ts'

/** Fields of the checkout's package.json that an installed release needs. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'engines', 'optionalDependencies']
/** Starts the Node that was installed with the release, whatever Node the machine has. */
const COMMAND = 'bin/vertice'

/** `copied`: packages whose needed files the release already has. */
export async function writePackage(root: string, target: string, copied: ReadonlySet<string>): Promise<void> {
  const whole = readJson(join(root, 'package.json'))
  const isNeeded = ([name]: [string, string]) => !copied.has(name)
  const dependencies = Object.fromEntries(Object.entries(whole.dependencies as Versions).filter(isNeeded))
  const own = {
    ...Object.fromEntries(KEPT.map((key) => [key, whole[key]])),
    bin: { [whole.name]: COMMAND },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  const lock: Lock = readJson(join(root, 'package-lock.json'))
  for (const path of reachedFrom({ dependencies }, lock)) {
    const { link, resolved } = lock.packages[path]!
    if (link) await carryOwn(join(root, resolved!), join(target, path))
    else carryPackage(join(root, path), join(target, path))
  }
}

/** Bundles a package of packages/ as it would be published. */
async function carryOwn(folder: string, target: string): Promise<void> {
  const built = mkdtempSync(join(tmpdir(), 'vertice-package-'))
  try {
    await buildPackage(folder, built)
    carryPackage(built, target)
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
