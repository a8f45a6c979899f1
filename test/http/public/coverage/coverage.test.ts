import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNetworkMountpoint } from '../../../../src/actions/network/mountpoints/network.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { createGroup } from '../../../../src/actions/stations/groups.ts'
import type { App } from '../../../../src/base/serving/app.ts'
import { buildApi } from '../../../../src/http/api/server.ts'
import { Bundle } from '../../../../src/http/pages/bundle.ts'
import { publicRoutes } from '../../../../src/http/public/public.ts'
import type { CoverageFeature } from '../../../../src/wire/network/coverage.ts'
import { byTest } from '../../../support/action-context.ts'
import { TestService } from '../../../support/service.ts'

const NOW = new Date('2026-11-14T18:00:30Z')
let service: TestService
let folder: string
let app: App
let isOpen = true

const PLACES = { CDMX: [19.43, -99.13], TOLU: [19.29, -99.66], CUER: [18.92, -99.23] } as const
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const place = async (lat: number, lng: number, language = 'en') =>
  (await get(`/public/coverage/at?lat=${lat}&lng=${lng}&language=${language}`)).json()

beforeAll(async () => {
  service = await TestService.start()
  folder = await mkdtemp(join(tmpdir(), 'vertice-coverage-'))
  await mkdir(join(folder, 'assets'))
  for (const name of ['index', 'public']) await writeFile(join(folder, `${name}.html`), '<head></head>')
  app = await buildApi({
    ...service.services,
    otherRoutes: [
      publicRoutes({
        ...service.services,
        clock: () => NOW,
        ...{ baseUrl: 'https://rtk.example.mx', bundle: await Bundle.load(folder), simulated: false, mapTiles: null },
        statusPage: false,
        get coveragePage() {
          return isOpen
        },
      }),
    ],
  })
  await service.saveStations(
    ...Object.entries(PLACES).map(([code, [lat, lng]]) => ({
      ...{ code, name: `Estación <${code}>`, mountpoint: `${code}_RTCM32`, federalState: '', lat, lng },
    })),
  )
  await service.db.pool.query(
    `insert into station_health (station_id, measured_at, health_pct, latency_ms, satellites, satellites_by_constellation)
     select id, $1, 100, 100, 30, '{}' from stations where code <> 'TOLU'`,
    [NOW],
  )
})
afterAll(async () => {
  await app.close()
  await service.stop()
  await rm(folder, { recursive: true })
})

describe('the public coverage', () => {
  it('is not found unless the operator allows it', async () => {
    isOpen = false
    for (const path of [
      '/coverage',
      '/coverage/embed',
      '/coverage.geojson',
      '/coverage.kml',
      '/public/coverage/at?lat=1&lng=1&language=es',
    ])
      expect((await get(path)).statusCode).toBe(404)
    expect((await get('/public/about')).json()).toMatchObject({ coveragePage: false })
    isOpen = true
    expect((await get('/coverage')).statusCode).toBe(200)
  })

  it('may be framed by other websites on its own page only', async () => {
    const [plain, embedded] = [await get('/coverage'), await get('/coverage/embed')]
    expect(plain.headers['x-frame-options']).toBe('DENY')
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(embedded.headers).not.toHaveProperty('x-frame-options')
    expect(embedded.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(embedded.headers['content-security-policy']).toContain("script-src 'self'")
    for (const { headers } of [plain, embedded]) expect(headers['permissions-policy']).toBe('geolocation=(self)')
  })

  it('is GeoJSON with the names of the API, for any website, with an etag and compressed', async () => {
    const answer = await get('/coverage.geojson', { 'accept-encoding': 'gzip' })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/geo+json',
      'access-control-allow-origin': '*',
      'content-encoding': 'gzip',
    })
    const { type, features, simulada } = JSON.parse(gunzipSync(answer.rawPayload).toString())
    expect({ type, simulada }).toEqual({ type: 'FeatureCollection', simulada: false })
    const of = (kind: string, code: string) =>
      (features as CoverageFeature[]).find(
        ({ properties }) => properties.tipo === kind && 'codigo' in properties && properties.codigo === code,
      )
    expect(of('estacion', 'CDMX')).toMatchObject({
      geometry: { type: 'Point', coordinates: [-99.13, 19.43] },
      properties: { mountpoint: 'CDMX_RTCM32', status: 'online', telemetria: true, error_horizontal_mm: 8 },
    })
    expect(of('radio', 'CDMX')!.properties).toMatchObject({
      radio_km: 50,
      error_horizontal_mm: 58,
      error_vertical_mm: 65,
    })
    // Not measured, so no error is promised.
    expect(of('radio', 'TOLU')!.properties).toMatchObject({ telemetria: false, error_horizontal_mm: null })
    const again = await get('/coverage.geojson', { 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('is KML in both languages, with escaped names', async () => {
    const es = await get('/coverage.kml')
    expect(es.headers['content-type']).toBe('application/vnd.google-earth.kml+xml')
    expect(es.headers['content-disposition']).toBe('attachment; filename="coverage.kml"')
    expect(es.body).toContain('<name>CDMX Estación &lt;CDMX&gt;</name>')
    expect(es.body).toContain('error esperado: 58 mm horizontal, 65 mm vertical')
    expect(es.body).toContain('<coordinates>-99.13000,19.43000</coordinates>')
    const en = await get('/coverage.kml?language=en')
    expect(en.body).toContain('TOLU_RTCM32, online; not measured')
    expect((await get('/coverage.kml?language=de')).statusCode).toBe(400)
  })

  it('finds the mountpoint for a place, and says why there is none', async () => {
    expect(await place(19.43, -99.13)).toMatchObject({
      place: {
        mountpoint: 'CDMX_RTCM32',
        isNetwork: false,
        station: { code: 'CDMX', name: 'Estación <CDMX>' },
        distanceKm: 0,
        errorMm: { horizontal: 8, vertical: 15 },
        measured: true,
        reason: 'within 10 km of CDMX',
      },
    })
    expect((await place(19.29, -99.66)).place).toMatchObject({
      mountpoint: 'TOLU_RTCM32',
      measured: false,
      errorMm: null,
    })
    expect((await place(25, -99, 'es')).place).toMatchObject({
      mountpoint: null,
      errorMm: null,
      reason: expect.stringContaining('sin cobertura'),
    })
  })

  it('offers mountpoints that serve the place without login, with frame and form', async () => {
    const context = byTest(service.services)
    await addNetworkMountpoint(context, 'COMUNIDAD', { isOpen: true, alteration: { form: 'msm4' } })
    await addNetworkMountpoint(context, 'PREMIUM', {})
    const { id: groupId } = await createGroup(context, { name: 'Sur', members: ['CUER'] })
    await addNetworkMountpoint(context, 'SUR', { isOpen: true, groupId })
    await addMountpoint(context, 'CDMX_OLD', { code: 'CDMX' }, { isOpen: true, alteration: { form: 'legacy' } })
    const datum = 'ITRF2008 época 2010.0'
    const community = { mountpoint: 'COMUNIDAD', form: 'msm4', datum }
    expect((await place(19.43, -99.13)).place.open).toEqual([
      { mountpoint: 'CDMX_OLD', form: 'legacy', datum },
      community,
    ])
    expect((await place(18.92, -99.23)).place.open).toEqual([community, { mountpoint: 'SUR', form: 'as_is', datum }])
    expect((await place(25, -99)).place.open).toEqual([])
  })

  it('rejects a place that is none, and too many requests', async () => {
    for (const query of ['lat=91&lng=0&language=es', 'lat=1&language=es', 'lat=1&lng=x&language=es', 'lat=1&lng=1'])
      expect((await get(`/public/coverage/at?${query}`)).statusCode).toBe(400)
    const answers = await Promise.all(Array.from({ length: 601 }, () => get('/coverage.kml')))
    expect(answers.at(-1)!.statusCode).toBe(429)
  })
})
