// The computed position of a station, its report, and computations from the archive.
import { ecefOf } from '@vertice/gnss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { replaceStationCoordinates } from '../../../../src/store/stations/coordinates.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

let site: TestConsole
let viewer: Browser
let operator: Browser
let id: number
beforeAll(async () => {
  site = await TestConsole.start()
  viewer = await site.signedIn('viewer')
  operator = await site.signedIn('operator')
  await site.service.saveStations(STATIONS.cdmx)
  id = await stationIdOf(site.service, 'CDMX')
})
afterAll(() => site.stop())

const path = (rest: string) => `/stations/${id}/${rest}`

it('offers no position before one was computed', async () => {
  expect((await viewer.get(path('computed-position'))).body).toMatchObject({ computed: null, metres: null })
  expectProblem(await viewer.get(path('computed-position.pdf?language=en')), 404, 'position_not_computed')
})

it('offers the computed position with its distance from the registered one, and a report', async () => {
  const { lat, lng } = (await site.services.current()).book.byId.get(id)!
  await replaceStationCoordinates(site.service.db, [
    {
      ...{ stationId: id, day: hoursAgo(24).toISOString().slice(0, 10), eastMm: 840, northMm: 0, upMm: 10 },
      ...{ sigmaMm: 3, sigmaUpMm: 8, baselines: 3, isAttributed: true, completenessPct: 100, hours: 23.5 },
      reference: ecefOf({ lat, lng, height: 2240 }),
    },
  ])
  const { body } = await viewer.get(path('computed-position'))
  expect(body.metres).toBeCloseTo(0.84, 2)
  expect(body.computed).toMatchObject({ days: 1, hours: 23.5, baselines: 3, isAttributed: true })
  expect(body.computed.height).toBeCloseTo(2240.01, 2)
  for (const language of ['es', 'en']) {
    const report = await viewer.get(path(`computed-position.pdf?language=${language}`))
    expect(report.status).toBe(200)
    expect(report.headers['content-type']).toBe('application/pdf')
  }
})

it('requests a computation, and lists it', async () => {
  const window = { from: hoursAgo(24).toISOString(), to: hoursAgo(1).toISOString() }
  const { status, body } = await operator.post(path('runs'), window)
  expect({ status, run: body.run }).toMatchObject({
    status: 201,
    run: { state: 'pending', progressPct: 0, result: null },
  })
  expect((await viewer.get(path('runs'))).body.runs).toEqual([body.run])
  expect((await viewer.post(path('runs'), window)).status).toBe(403)
  expectInvalid(await operator.post(path('runs'), { ...window, to: hoursAgo(25).toISOString() }), '/to')
})
