#!/usr/bin/env node
// The command `vertice`, of a checkout (TypeScript, which Node 24 runs as it is) and of a release (JavaScript). An older Node on the machine
// hands over to the Node that was installed with the package.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { constants, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const compiled = new URL('../src/cli/vertice.js', import.meta.url)
const isRelease = existsSync(compiled)

/** A small machine, or a container's share of a large one: for the service, its caster and its database. */
const LITTLE_MEMORY = 512 * 2 ** 20

const hasNode24 = Number(process.versions.node.split('.')[0]) >= 24

// glibc keeps memory apart for each thread, and keeps what was freed: beside 200 rovers the service held 165 MB, with one such place for all
// 127 MB. And V8 lets what is young grow to 128 MB before it looks how much of it is still needed, which for a crowd that comes and goes is
// almost nothing: with a quarter of that a flood of requests took 350 MB at most and 690 before, but a batch of credentials took a sixth more
// time; with half of it, 460 MB and none. Where there are 256 MB for all of it, a first start took 202 MB at most with half of it and 171 with
// an eighth. A caster alone needs less (CASTER_FLAGS of start/release-memory.ts). Both are asked only when a program begins, so what runs for
// long begins once more, in the same process. Passed sockets (LISTEN_FDS) would be closed by that; a unit of "vertice service install" sets both.
const runsLong = ['start', 'demo'].includes(process.argv[2])
const isTuned = process.env.MALLOC_ARENA_MAX !== undefined || process.env.LISTEN_FDS !== undefined
if (hasNode24 && runsLong && process.platform === 'linux' && !isTuned) {
  // Nothing, or more than there is, where no group has a limit.
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  const room = `--max-semi-space-size=${memory < LITTLE_MEMORY ? 8 : 32}`
  const young = process.env.ROLES === 'caster' ? ['--max-semi-space-size=4', '--no-memory-reducer'] : [room]
  const flags = [...process.execArgv, ...young]
  const environment = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], environment)
}

if (hasNode24) {
  module.enableCompileCache()
  await import(isRelease ? compiled : new URL('../src/cli/vertice.ts', import.meta.url))
} else {
  const node = installedNode()
  if (!node) {
    const way = isRelease
      ? 'install the release again without --omit=optional, which brings it along'
      : 'run "npm ci" first, which installs it beside the project'
    console.error(`vertice: needs Node 24 (this is ${process.version}); ${way}`)
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** One of the optional dependencies, whichever is for this machine, wherever npm put it; undefined: none. */
function installedNode() {
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const ending = `${process.platform}-${process.arch}`
  for (const name of Object.keys(own.optionalDependencies)) {
    if (!name.startsWith('node-') || !name.endsWith(ending)) continue
    try {
      const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`)
      return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node)
    } catch {
      // Another one's, or left out.
    }
  }
}
