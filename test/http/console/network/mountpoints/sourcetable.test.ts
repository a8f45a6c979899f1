// The sourcetable in the console: every mountpoint that rovers can find.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measure, stationIdOf } from '../../../../support/rows.ts'
import { connectRover } from '../../rovers.ts'
import { type Browser, TestConsole } from '../../support.ts'

let site: TestConsole
let operator: Browser
let stationId: number

beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
  await site.service.saveStations({ code: 'LEON', name: 'León', lat: 21.1, lng: -101.6, constellations: 'GPS+GLO+GAL' })
  stationId = await stationIdOf(site.service, 'LEON')
})
afterAll(() => site.stop())

interface Line {
  readonly name: string
  readonly state: string
}
const lines = async (query = '') => (await operator.get(`/sourcetable${query}`)).body.offers as Line[]

it('lists every mountpoint as rovers find it, with the rovers connected now', async () => {
  await operator.post('/mountpoints', { name: 'LEON_OPEN', stationId, isOpen: true })
  const administrator = await site.signedIn('administrator')
  const line = 'STR;ELSE;Elsewhere;RTCM 3.2;;2;GPS;OTHER;MEX;21.00;-101.00;0;0;x;none;N;N;9600;'
  await administrator.patch('/settings', { tableLines: [line] })
  const names = async (query = '') => (await lines(query)).map(({ name }) => name)
  expect(await names()).toEqual(['RED', 'ELSE', 'LEON', 'LEON_OPEN'])
  expect((await lines()).map(({ state }) => state)).toEqual(['offline', 'elsewhere', 'offline', 'offline'])
  await measure(site.service, 'LEON', { measuredAt: new Date() })
  await connectRover(site, await site.owner('Rovers'), { stationId })
  await site.db.pool.query("update sessions set mountpoint = 'leon_open'")
  expect(await lines('?state=live')).toMatchObject([
    { name: 'RED', kind: 'network', isOpen: false, stationId: null, connected: 0 },
    { name: 'LEON', kind: 'station', isOpen: false, stationCode: 'LEON', mountpointId: null },
    { name: 'LEON_OPEN', kind: 'derived', isOpen: true, stationCode: 'LEON', connected: 1 },
  ])
  expect(await names('?open=true')).toEqual(['ELSE', 'LEON_OPEN'])
  expect(await names('?kind=derived')).toEqual(['LEON_OPEN'])
  expect(await names('?search=nothing')).toEqual([])
  const first = (await operator.get('/sourcetable?limit=3')).body
  expect(first).toMatchObject({ total: 4, caster: { port: expect.any(Number) } })
  expect(await names(`?limit=3&cursor=${first.nextCursor}`)).toEqual(['LEON_OPEN'])
})
