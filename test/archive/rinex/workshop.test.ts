// The process that makes RINEX files: progress, cancellation, and processes that hang, die or need too much memory.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import type { RinexJob } from '../../../src/archive/rinex/make.ts'
import { RinexWorkshop, type RinexWorkshopOptions } from '../../../src/archive/rinex/workshop.ts'
import { HOUR_MS } from '../../../src/domain/time/units.ts'
import { sentBetween, TestArchive } from '../../support/archive.ts'

const FROM = Date.parse('2026-11-14T08:59:42Z')
const archive = new TestArchive()
const folder = mkdtempSync(join(tmpdir(), 'rinex-child-'))
afterAll(() => {
  archive.remove()
  rmSync(folder, { recursive: true })
})

const job = (): RinexJob => ({
  ...{ from: new Date(FROM), to: new Date(FROM + HOUR_MS), intervalS: 30, version: '3.05', constellations: null },
  ...{ navigation: true, hatanaka: true, segments: archive.segments, folder, site: null },
  station: { code: 'CDMX', name: 'Ciudad de México', country: 'MEX' },
  ...{ program: 'vertice', agency: 'Red', writtenAt: new Date(FROM) },
})

const workshop = (options?: RinexWorkshopOptions) =>
  new RinexWorkshop({ dataDir: archive.dataDir, archiveBucket: null }, options)

let programs = 0
/** A process that reports its id as progress, and then runs the code. */
function program(code: string): string {
  const path = join(folder, `program-${++programs}.mjs`)
  writeFileSync(path, `process.once('message', () => { process.send({ percent: process.pid }); ${code} })`)
  return path
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('makes files in a process of its own that ends with the job, with progress', async () => {
  archive.record(sentBetween(FROM, FROM + HOUR_MS, 30_000))
  const percents: number[] = []
  const outcome = await workshop().make(job(), (percent) => percents.push(percent))
  expect(outcome).toMatchObject({
    epochs: 120,
    files: [{ kind: 'obs' }, { kind: 'nav' }],
    firstEpoch: expect.any(Date),
  })
  expect(percents.length).toBeGreaterThan(0)
})

it.each([
  { what: 'hangs', code: 'setInterval(() => {}, 1e6)', error: 'reported no progress for 0.5 s', silentMs: 500 },
  { what: 'blocks', code: 'for (;;);', error: 'reported no progress for 0.5 s', silentMs: 500 },
  { what: 'is killed', code: `process.kill(process.pid, 'SIGKILL')`, error: 'ended with SIGKILL' },
  { what: 'ends early', code: 'process.exit(3)', error: 'ended with 3' },
  { what: 'reports an error', code: `process.send({ error: 'disk' })`, error: 'disk' },
  { what: 'cannot start', code: ')', error: 'SyntaxError' },
  {
    what: 'needs more memory than it may use',
    code: 'const kept = []; for (;;) kept.push(new Array(1000).fill(kept.length))',
    error: 'heap out of memory',
  },
])(
  'fails the job of a process that $what, and leaves no process behind',
  async ({ code, error, silentMs = 60_000 }) => {
    let pid = 0
    const made = workshop({ main: program(code), silentMs }).make(job(), (percent) => {
      pid = percent
    })
    await expect(made).rejects.toThrow(error)
    if (pid > 0) expect(runs(pid)).toBe(false)
  },
)

it('ends the process if the job is cancelled', async () => {
  const shop = workshop({ main: program('setInterval(() => {}, 1e6)') })
  const { promise: started, resolve } = Promise.withResolvers<number>()
  const made = shop.make(job(), resolve)
  const failed = expect(made).rejects.toThrow('ended with SIGKILL')
  const pid = await started
  await shop.close()
  await failed
  expect(runs(pid)).toBe(false)
})

it('ends with the process that started it', async () => {
  const child = fork(fileURLToPath(new URL('../../../src/archive/rinex/child.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [],
  })
  await once(child, 'spawn')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
})
