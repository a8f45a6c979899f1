#!/usr/bin/env node
// The command `vertice`. The source is TypeScript that Node 24 runs as it is; an older Node on the machine hands over
// to the Node that `npm ci` installed with the project.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../src/cli/vertice.ts', import.meta.url))

const hasNode24 = Number(process.versions.node.split('.')[0]) >= 24

// glibc keeps memory apart for each thread, and keeps what was freed: beside 200 rovers the service held 165 MB, with one such place for all
// 127 MB. And V8 lets what is young grow to 128 MB before it looks how much of it is still needed, which for a crowd that comes and goes is
// almost nothing: with a quarter of that a flood of requests took 350 MB at most and 690 before, but a batch of credentials took a sixth more
// time; with half of it, 460 MB and none; a caster alone needs less (CASTER_FLAGS of start/release-memory.ts). Both are asked only when a program begins, so what runs
// for long begins once more, in the same process.
const runsLong = ['start', 'demo'].includes(process.argv[2])
if (hasNode24 && runsLong && process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const young =
    process.env.ROLES === 'caster' ? ['--max-semi-space-size=4', '--no-memory-reducer'] : ['--max-semi-space-size=32']
  const flags = [...process.execArgv, ...young]
  const environment = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], environment)
}

if (hasNode24) {
  const module = await import('node:module')
  module.enableCompileCache?.()
  await import(entry)
} else {
  // One of the optional dependencies, whichever is for this machine; npm links it for its scripts.
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))
  if (!existsSync(node)) {
    console.error(
      `vertice: needs Node 24 (this is ${process.version}); run "npm ci" first, which installs it beside the project`,
    )
    process.exit(1)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
