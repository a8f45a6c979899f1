// The package.json of a release, and the packages that it carries. It has no lock: npm reads none in a tarball. So what runs in the service is
// carried, and what is for one platform only, Node and PostgreSQL, is fetched by its exact version.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { carryPackages } from './packages.ts'
import { reachedFrom, type Versions } from './reached.ts'

/** What an installed release needs of the checkout's package.json. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'engines', 'optionalDependencies']
/** Finds the Node that was installed with it, whatever Node the machine has. */
const COMMAND = 'bin/vertice'

/** `copied`: packages of which the release has the files that it reads. */
export function writePackage(root: string, target: string, copied: ReadonlySet<string>): void {
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
  carryPackages(root, target, reachedFrom({ dependencies }, readJson(join(root, 'package-lock.json'))))
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
