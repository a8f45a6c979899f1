#!/usr/bin/env node
// The command `vertice`, for a checkout (TypeScript, which Node 24 runs directly) and for a release (JavaScript). An
// older Node starts the Node that was installed with the package.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { constants, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const compiled = new URL('../src/cli/vertice.js', import.meta.url)
const isRelease = existsSync(compiled)

/** Below this, the machine or container is small for the service, its caster and its database. */
const LITTLE_MEMORY = 512 * 2 ** 20

const hasNode24 = Number(process.versions.node.split('.')[0]) >= 24

// Memory settings for long-running commands:
// - glibc keeps an arena per thread and keeps freed memory. With 200 rovers the service used 165 MB, with one arena for
//   all threads 127 MB.
// - V8 lets the young generation grow to 128 MB before it collects, but almost nothing of a crowd that comes and goes
//   survives. With a quarter of that a flood of requests peaked at 350 MB instead of 690 MB, but a batch of credentials
//   took a sixth longer; with half of it, 460 MB and no longer. With 256 MB of memory in total, a first start peaked at
//   202 MB with half of it and at 171 MB with an eighth.
// A caster alone needs less (CASTER_FLAGS of start/processes/release-memory.ts). Both settings are read only at program
// start, so the command executes itself again in the same process. This would close passed sockets (LISTEN_FDS); a unit
// of "vertice service install" sets both instead.
const runsLong = ['start', 'demo'].includes(process.argv[2])
const isTuned = process.env.MALLOC_ARENA_MAX !== undefined || process.env.LISTEN_FDS !== undefined
if (hasNode24 && runsLong && process.platform === 'linux' && !isTuned) {
  // constrainedMemory() is 0, or more than the machine has, if no cgroup has a limit.
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  const room = `--max-semi-space-size=${memory < LITTLE_MEMORY ? 4 : 32}`
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

/** The optional dependency with a Node for this platform, wherever npm put it; undefined if none. */
function installedNode() {
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const ending = `${process.platform}-${process.arch}`
  for (const name of Object.keys(own.optionalDependencies)) {
    if (!name.startsWith('node-') || !name.endsWith(ending)) continue
    try {
      const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`)
      return join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node)
    } catch {
      // For another platform, or not installed.
    }
  }
}
