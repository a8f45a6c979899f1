import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '../../../src/base/serving/app.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import { publicRoutes } from '../../../src/http/public/public.ts'
import { type Browser, TestConsole } from '../../http/console/support.ts'
import { heldBy, LONGEST_HELD_MS, measuresTime } from '../../support/loop-watch.ts'

const STATIONS = 5_000

let house: TestConsole
let browser: Browser
let visitors: App
let authorization: string

beforeAll(async () => {
  house = await TestConsole.start()
  const { services } = house.service
  const door = publicRoutes({
    ...services,
    bundle: null,
    statusPage: true,
    coveragePage: false,
    simulated: false,
    mapTiles: null,
  })
  visitors = await buildApi({ ...services, otherRoutes: [door] })
  browser = await house.signedIn('administrator')
  authorization = `Bearer ${(await house.service.token()).secret}`
  const places = Array.from({ length: STATIONS }, (_, index) => ({
    code: `S${index}`,
    name: `Estación ${index}`,
    federalState: 'Jalisco',
    lat: 15 + ((index * 37) % 1_700) / 100,
    lng: -117 + ((index * 101) % 3_000) / 100,
  }))
  await house.service.saveStations(...places)
})
afterAll(async () => {
  await visitors.close()
  await house.stop()
})

const ask = (url: string) => visitors.inject({ url, headers: { authorization } })

it.each(['/api/v1/stations', '/api/v1/vrs?lat=19&lng=-99', '/public/status'])(
  'serves %s right after a change without blocking the event loop',
  measuresTime(),
  async (url) => {
    await house.db.pool.query(`update stations set declared_status = 'maintenance' where id % 100 = 0`)
    const { result, heldMs } = await heldBy(() => ask(url))
    expect(result.statusCode).toBe(200)
    expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
  },
)

it.each([
  `/stations?limit=1000&search=${encodeURIComponent('é'.repeat(200))}`,
  '/stations?limit=1000&search=estacion',
  `/credentials?q=${encodeURIComponent('ﷺ'.repeat(60))}`,
  '/network',
  '/events',
])("serves the console's %s without blocking the event loop", async (path) => {
  const { result, heldMs } = await heldBy(() => browser.get(path))
  expect(result.status).toBe(200)
  expect(heldMs).toBeLessThan(LONGEST_HELD_MS)
})
