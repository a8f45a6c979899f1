// The directory from which the service runs. A user who cannot read this checkout (in a private home, for example) gets
// a copy.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildWeb } from '../../src/http/pages/build.ts'
import { onTestFinished } from './concurrent.ts'

export interface User {
  readonly uid: number
  readonly gid: number
}

export const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)
const ENTRY = 'bin/vertice.js'
const PARTS = [
  'bin',
  'src',
  'packages',
  'web',
  'migrations',
  'deploy',
  'build',
  'package.json',
  'package-lock.json',
  '.env.example',
]

/** This checkout's service in few files, if this run made them (scripts/tests/bundle.ts). */
const BUNDLE = process.env.TEST_BUNDLE

/** Path of the checkout's Node binary, and its `vertice` entry point, which runs the bundle if there is one. */
export const commandOf = (checkout: string): [node: string, entry: string] => {
  const [node, entry] = sourcesOf(checkout)
  return [node, BUNDLE && checkout === CHECKOUT ? join(BUNDLE, ENTRY) : entry]
}

/** Like `commandOf`, always from the sources. */
export const sourcesOf = (checkout: string): [node: string, entry: string] => [
  process.execPath.startsWith(CHECKOUT) ? join(checkout, process.execPath.slice(CHECKOUT.length)) : process.execPath,
  join(checkout, ENTRY),
]

type AtTheEnd = (work: () => Promise<void>) => void

/**
 * Returns this checkout if the user can read it, otherwise a copy of the files that run. The copy is removed when the
 * test ends.
 */
export async function checkoutFor(user: User, atTheEnd: AtTheEnd = onTestFinished): Promise<string> {
  const [node, entry] = commandOf(CHECKOUT)
  const read = spawnSync(node, ['-e', 'require("node:fs").readFileSync(process.argv[1])', entry], { cwd: '/', ...user })
  if (read.status === 0) return CHECKOUT
  await buildWeb(CHECKOUT) // the copy lacks the build tools
  const copy = mkdtempSync(join(tmpdir(), 'vertice-checkout-'))
  atTheEnd(() => rm(copy, { recursive: true, force: true }))
  const parts = [...PARTS, ...installed()].filter((part) => existsSync(join(CHECKOUT, part)))
  for (const [folder, inside] of Map.groupBy(parts, dirname)) {
    mkdirSync(join(copy, folder), { recursive: true })
    await run('cp', ['-R', ...inside.map((part) => join(CHECKOUT, part)), join(copy, folder)]) // far faster than fs.cp
  }
  await run('chmod', ['-R', 'a+rX', copy])
  return `${copy}/`
}

/** The packages that `npm ci --omit=dev` would install. */
function installed(): string[] {
  const lock = JSON.parse(readFileSync(join(CHECKOUT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const isOutermost = (path: string) => path.lastIndexOf('node_modules/') === 0
  return Object.entries(lock.packages).flatMap(([path, { dev }]) => (isOutermost(path) && !dev ? [path] : []))
}
