// What is injected into simulated stations, when it is reported, and what is reported falsely.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pastJudge } from '../../../src/archive/quality/keep.ts'
import type { Fade } from '../../../src/demo/simulator/site.ts'
import type { ReasonCode } from '../../../src/domain/network/quality/reason.ts'
import type { Measured } from '../../../src/recording/quality/station-meters.ts'
import { CurrentReader } from '../../../src/store/current/current.ts'
import { listQualityDays } from '../../../src/store/stations/quality/read.ts'
import { TestService } from '../../support/service.ts'
import { type Injected, type Report, watch } from '../../support/simulated-quality.ts'

const START = Date.UTC(2026, 10, 14, 18)
const MINUTE_MS = 60_000
const MINUTES = 60
/** Some faults begin after healthy minutes; the others are there from the start. */
const FAULT = START + 20 * MINUTE_MS
const FOR_EVER = Number.POSITIVE_INFINITY

const fade = (bands: Fade['bands'], dropDb: number, untilMs = FOR_EVER): Injected['site'] => ({
  fades: [{ bands, fromMs: FAULT, untilMs, dropDb }],
})

interface Row extends Injected {
  /** In the order of the table of the handbook. */
  readonly since: number
  /** Reasons that follow from what was injected. */
  readonly follows: readonly ReasonCode[]
}

const ROWS: readonly Row[] = [
  {
    code: 'OBST',
    site: { obstructions: [{ from: 40, to: 190, below: 42 }] },
    since: START,
    follows: ['satellites_missing', 'sky_obstructed'],
  },
  { code: 'COOR', site: { offset: { east: 27, north: -16, up: 0 } }, since: START, follows: ['coordinates_wrong'] },
  { code: 'REFL', site: { multipathM: 3 }, since: START, follows: ['multipath'] },
  {
    code: 'CABL',
    site: fade(['L2', 'E5b'], 8),
    since: FAULT,
    follows: ['interference', 'cn0_fell', 'cn0_low', 'losses_of_lock', 'multipath'],
  },
  { code: 'JAMM', site: fade(['L1'], 13, FAULT + 10 * MINUTE_MS), since: FAULT, follows: ['interference'] },
  { code: 'BAND', site: fade(['E5b'], 40), since: FAULT, follows: ['band_lost'] },
  {
    code: 'LOCK',
    since: FAULT,
    follows: ['losses_of_lock'],
    act: (stream, atMs) => {
      if (atMs >= FAULT && atMs % (2 * MINUTE_MS) === 0) stream.moveAntenna({ east: 0, north: 0, up: 0 })
      return true
    },
  },
  { code: 'GAPS', since: FAULT, follows: ['gaps'], act: (_, atMs) => atMs < FAULT || (atMs / 1000) % 7 !== 0 },
]
const HEALTHY: readonly Injected[] = ['GOOD', 'FINE', 'WELL', 'BEST'].map((code) => ({
  code,
  site: { multipathM: 0.3 },
}))

let service: TestService
let reports: Report[]
const measured: Measured[] = []
beforeAll(async () => {
  service = await TestService.start()
  service.time = new Date(START)
  reports = await watch(service, [...ROWS, ...HEALTHY], {
    ...{ startMs: START, minutes: MINUTES, everyMs: 5_000 },
    onMeasured: (part) => measured.push(part),
  })
}, 120_000)
afterAll(() => service.stop())

const minutesIn = (since: number) => (since - START) / MINUTE_MS
const reported = ({ code, since }: Row) =>
  reports.filter((one) => one.station === code).map((one) => `\`${one.code}\` ${one.afterMinutes - minutesIn(since)}`)
const falsely = ({ code, follows }: Row) => reports.filter((one) => one.station === code && !follows.includes(one.code))

it('reports every injected fault, for its reason only', () => {
  for (const row of ROWS) {
    expect(reported(row), row.code).not.toEqual([])
    expect(falsely(row), row.code).toEqual([])
  }
})

it('reports nothing of the healthy stations', () => {
  expect(reports.filter(({ station }) => HEALTHY.some(({ code }) => code === station))).toEqual([])
})

it('gives past days the verdict and the reasons that the station got live', async () => {
  const { book } = await new CurrentReader(service.db, { casterHost: 'x', casterPort: 2101 }).current()
  for (const { code } of [...ROWS, ...HEALTHY]) {
    const station = book.byCode.get(code.toLowerCase())!
    const isOwn = ({ stationId }: { readonly stationId: number }) => stationId === station.id
    const judge = await pastJudge(service.db, station)
    for (const { minutes, skyParts } of measured) await judge.add(minutes.filter(isOwn), skyParts.filter(isOwn))
    const live = (await listQualityDays(service.db, station.id, new Date(START))).map(({ day, verdict }) => [
      day,
      verdict,
    ])
    expect(
      judge.days.map(({ day, verdict }) => [day, verdict]),
      code,
    ).toEqual(live)
    const reported = reports.filter((one) => one.station === code).map((one) => one.code)
    expect(judge.days.flatMap(({ reasons }) => reasons).toSorted(), code).toEqual(reported.toSorted())
  }
})

it.each(['docs/operations/quality.md', 'docs/es/operations/quality.md'])('is the table of %s', (page) => {
  const text = readFileSync(page, 'utf8')
  const rows = text.split('\n').flatMap((line) => {
    const cells = /^\| [^|]+ \| ([^|]*`[a-z_0-9]+` \d+[^|]*) \| ([^|]+) \|$/.exec(line)
    return cells ? [[cells[1]!.split(', '), cells[2]!]] : []
  })
  expect(rows).toEqual(ROWS.map((row) => [reported(row), String(falsely(row).length)]))
})
