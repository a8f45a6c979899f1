import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noteEngineAnswer } from '../../src/store/network/vrs-engine.ts'
import { expectInvalid } from '../support/problems.ts'
import { archive, changeStation, declareStatus, forgetMeasurement, measure, stationIdOf } from '../support/rows.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client

// CDMX, TOLU and CUER are 57 to 61 km apart.
const AT_CDMX = 'lat=19.45&lng=-99.15' // 2.6 km from CDMX
const INSIDE = 'lat=19.21&lng=-99.33' // 32 km from CDMX, 34 from CUER, 35 from TOLU
const OUTSIDE = 'lat=19.6&lng=-98.9' // 31 km from CDMX, outside the triangle
const FAR = 'lat=20.5&lng=-99.1' // 118 km from CDMX

const choose = async (query: string) => (await client.get(`/vrs?${query}`)).body
const setNetwork = (column: string, value: unknown) =>
  service.db.pool.query(`update network set ${column} = $1`, [value])
const all = (status: string) => service.db.pool.query('update stations set declared_status = $1', [status])

beforeAll(async () => {
  service = await TestService.start()
  client = await service.client(['read'])
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
})
beforeEach(async () => {
  await setNetwork('upstream', 'ntrip://vrs.example.mx:2101/VRS')
  await noteEngineAnswer(service.db, new Date(), null)
  await all('online')
})
afterAll(() => service.stop())

describe('1. a station within 10 km', () => {
  it('is the base, even inside a triangle', async () => {
    expect(await choose(AT_CDMX)).toEqual({
      ok: true,
      modo: 'base',
      mountpoint: 'CDMX_RTCM32',
      caster: 'caster.example.mx',
      puerto: 2101,
      formato: 'RTCM 3.2',
      datum: 'ITRF2008 época 2010.0',
      marco: { nombre: 'ITRF2008', epsg: 6364, epoca: 2010 },
      cobertura: true,
      distancia_km: 2.612,
      error_esperado_mm: { horizontal: 11, vertical: 18 },
      station: {
        id: await stationIdOf(service, 'CDMX'),
        codigo: 'CDMX',
        status: 'online',
        telemetria: false,
        distancia_km: 2.612,
      },
      estaciones: [expect.objectContaining({ codigo: 'CDMX', distancia_km: 2.612 })],
      alternativas: expect.any(Array),
      motivo: expect.stringContaining('CDMX'),
    })
  })

  it('counts within 10 km, or the distance set for the network', async () => {
    expect(await choose('lat=19.3&lng=-99.2')).toMatchObject({ modo: 'vrs', mountpoint: 'RED' })
    await setNetwork('near_base_km', 20)
    expect(await choose('lat=19.3&lng=-99.2')).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
    await setNetwork('near_base_km', 10)
  })

  it('offers the network mountpoint as an alternative', async () => {
    const { alternativas } = await choose('lat=19.4&lng=-99.16')
    expect(alternativas).toContainEqual({ modo: 'vrs', mountpoint: 'RED', distancia_km: expect.any(Number) })
  })
})

describe('2. inside a triangle of usable stations', () => {
  it('is served by the network mountpoint, and no base station is named', async () => {
    const body = await choose(INSIDE)
    expect(body).toMatchObject({
      modo: 'vrs',
      mountpoint: 'RED',
      cobertura: true,
      distancia_km: 32.17,
      error_esperado_mm: { horizontal: 15, vertical: 25 },
      station: null,
      motivo: expect.stringContaining('triangle'),
    })
    expect(body.estaciones.map(({ codigo, distancia_km }: never) => [codigo, distancia_km])).toEqual([
      ['CDMX', 32.17],
      ['CUER', 33.63],
      ['TOLU', 35.173],
    ])
    expect(body.alternativas).toContainEqual({ modo: 'base', mountpoint: 'CDMX_RTCM32', distancia_km: 32.17 })
  })

  it('is never offered a network mountpoint without an engine', async () => {
    await setNetwork('upstream', null)
    const body = await choose(INSIDE)
    expect(body).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
    expect(JSON.stringify(body)).not.toContain('RED')
  })

  it('requires sides of at most 70 km, or the length set for the network', async () => {
    await setNetwork('triangle_side_km', 60.5) // TOLU to CUER is 60.502 km
    expect(await choose(INSIDE)).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
    await setNetwork('triangle_side_km', 60.51)
    expect(await choose(INSIDE)).toMatchObject({ modo: 'vrs' })
    await setNetwork('triangle_side_km', 70)
  })

  it.each(['offline', 'maintenance'])('does not count a triangle with a corner that is %s', async (status) => {
    await declareStatus(service, 'TOLU', status)
    expect(await choose(INSIDE)).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
  })
})

describe('3. outside of every triangle', () => {
  it('is served by the nearest station whose radio_km reaches the position', async () => {
    expect(await choose(OUTSIDE)).toMatchObject({
      modo: 'base',
      mountpoint: 'CDMX_RTCM32',
      distancia_km: 30.701,
      error_esperado_mm: { horizontal: 39, vertical: 46 },
      motivo: expect.stringContaining('CDMX'),
    })
  })

  it('skips a nearer station that does not reach the position', async () => {
    await changeStation(service, 'CDMX', { radius_km: 30 })
    await changeStation(service, 'TOLU', { radius_km: 87 })
    expect(await choose(OUTSIDE)).toMatchObject({ modo: 'base', mountpoint: 'TOLU_RTCM32', distancia_km: 86.787 })
    await changeStation(service, 'CDMX', { radius_km: null })
    await changeStation(service, 'TOLU', { radius_km: null })
  })
})

describe('4. out of reach', () => {
  it('has no mountpoint, but the nearest station and its distance', async () => {
    expect(await choose(FAR)).toMatchObject({
      ok: true,
      modo: 'ninguno',
      mountpoint: null,
      formato: null,
      datum: null,
      marco: null,
      cobertura: false,
      distancia_km: 118.216,
      error_esperado_mm: null,
      station: { codigo: 'CDMX', distancia_km: 118.216 },
      alternativas: [],
      motivo: expect.stringContaining('no coverage'),
    })
  })

  it('applies the radius to the metre', async () => {
    await changeStation(service, 'CDMX', { radius_km: 118.216 })
    expect(await choose(FAR)).toMatchObject({ modo: 'ninguno' }) // 118.21642 km
    await changeStation(service, 'CDMX', { radius_km: 118.217 })
    expect(await choose(FAR)).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
    await changeStation(service, 'CDMX', { radius_km: null })
  })

  it('uses the network radius for stations without one: 50 km, or the radius set', async () => {
    await setNetwork('default_radius_km', 119)
    expect(await choose(FAR)).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
    await setNetwork('default_radius_km', 50)
    expect(await choose(FAR)).toMatchObject({ modo: 'ninguno' })
  })

  it('names the station that would serve if none is usable, or none', async () => {
    await all('offline')
    const none = { modo: 'ninguno', cobertura: false, mountpoint: null }
    expect(await choose(AT_CDMX)).toMatchObject({
      ...none,
      station: { codigo: 'CDMX', status: 'offline' },
      distancia_km: 2.612,
      motivo: expect.stringContaining('CDMX, 2.6 km away, covers this position but sends no usable data'),
    })
    expect(await choose(FAR)).toMatchObject({ ...none, station: null, distancia_km: null, estaciones: [] })
  })
})

describe('the usable stations', () => {
  it('include a degraded station only if no online one serves', async () => {
    await declareStatus(service, 'CDMX', 'degraded')
    await setNetwork('upstream', null)
    await changeStation(service, 'TOLU', { radius_km: 60 })
    expect(await choose(AT_CDMX)).toMatchObject({ modo: 'base', mountpoint: 'TOLU_RTCM32' })
    await changeStation(service, 'TOLU', { radius_km: null })
    expect(await choose(AT_CDMX)).toMatchObject({
      modo: 'base',
      mountpoint: 'CDMX_RTCM32',
      station: { status: 'degraded' },
      motivo: expect.stringContaining('degraded'),
    })
  })

  it('include a triangle with a degraded corner only if no online station serves', async () => {
    await all('degraded')
    expect(await choose(INSIDE)).toMatchObject({ modo: 'vrs' })
  })

  it('exclude a station that has been silent for 61 seconds, by telemetry', async () => {
    service.at('2026-11-14T18:00:00.000Z')
    await measure(service, 'CDMX', { measuredAt: '2026-11-14T18:00:00.000Z' })
    expect(await choose(AT_CDMX)).toMatchObject({ mountpoint: 'CDMX_RTCM32', station: { telemetria: true } })
    service.at('2026-11-14T18:01:00.001Z')
    expect((await choose(AT_CDMX)).mountpoint).not.toBe('CDMX_RTCM32')
    await forgetMeasurement(service, 'CDMX')
  })

  it('include stations of an upstream caster as measured until the upstream is removed', async () => {
    service.at('2026-11-14T18:00:00.000Z')
    await service.db.pool.query(`with added as (
      insert into upstreams (name, url, serves_network) values ('OLD', 'ntrip://old.example:2101', true) returning id
    ) insert into upstream_tables (upstream_id, answers) select id, true from added`)
    await service.db.pool.query(`update stations set upstream_id = (select id from upstreams), upstream_mountpoint = 'M',
      upstream_listed = true, upstream_told = '{"needsGga": false, "fromNetwork": false}' where code = 'CUER'`)
    await measure(service, 'CUER', { measuredAt: '2026-11-14T18:00:00.000Z' })
    const listed = async () => {
      const { stations } = (await client.get('/stations')).body
      return stations.find(({ codigo }: { codigo: string }) => codigo === 'CUER')
    }
    const AT_CUER = 'lat=18.92&lng=-99.23'
    expect(await choose(INSIDE)).toMatchObject({ modo: 'vrs' })
    expect(await choose(AT_CUER)).toMatchObject({ station: { codigo: 'CUER', status: 'online', telemetria: true } })
    expect(await listed()).toMatchObject({ status: 'online', telemetria: true, sats: 31 })
    service.at('2026-11-14T18:01:00.001Z')
    expect(await choose(INSIDE)).toMatchObject({ modo: 'base' })
    expect(await choose(AT_CUER)).toMatchObject({ station: { codigo: 'CUER', status: 'online', telemetria: false } })
    const shown = await listed()
    expect(shown).toMatchObject({ status: 'online', telemetria: false, ultima_at: null })
    const { salud } = (await client.get(`/stations/${shown.id}/health`)).body
    expect(salud).toMatchObject({ telemetria: false, salud_pct: null, sats: null, ultima_at: null })
    await forgetMeasurement(service, 'CUER')
    await changeStation(service, 'CUER', { upstream_id: null, upstream_mountpoint: null, upstream_told: null })
  })

  it('exclude archived stations', async () => {
    await archive(service, 'CDMX')
    expect((await choose(AT_CDMX)).estaciones).not.toContainEqual(expect.objectContaining({ codigo: 'CDMX' }))
    await service.saveStations({ code: 'CDMX' })
    expect(await choose(AT_CDMX)).toMatchObject({ mountpoint: 'CDMX_RTCM32' })
  })

  it("give their own format and datum if these differ from the network's", async () => {
    await changeStation(service, 'CDMX', { format: 'RTCM 3.3 MSM7', datum: 'ITRF2014' })
    expect(await choose(AT_CDMX)).toMatchObject({
      formato: 'RTCM 3.3 MSM7',
      datum: 'ITRF2014',
      marco: { nombre: 'ITRF2014', epsg: 7912, epoca: null },
    })
    expect(await choose(INSIDE)).toMatchObject({ formato: 'RTCM 3.2', datum: 'ITRF2008 época 2010.0' })
    await changeStation(service, 'CDMX', { format: null, datum: null })
  })
})

describe('distances', () => {
  it('are geodesic on the ellipsoid: a degree at the equator is 110.574 km north and 111.319 km east', async () => {
    await service.saveStations({ code: 'NULL', name: 'Gulf of Guinea', lat: 0, lng: 0 })
    expect(await choose('lat=1&lng=0')).toMatchObject({ station: { codigo: 'NULL' }, distancia_km: 110.574 })
    expect(await choose('lat=0&lng=1')).toMatchObject({ station: { codigo: 'NULL' }, distancia_km: 111.319 })
    await archive(service, 'NULL')
  })

  it('are correct across the date line', async () => {
    await service.saveStations({ code: 'FIJI', name: 'Taveuni', lat: -16.8, lng: 179.99 })
    expect(await choose('lat=-16.8&lng=-179.99')).toMatchObject({ modo: 'base', station: { codigo: 'FIJI' } })
    await archive(service, 'FIJI')
  })
})

describe('lat and lng', () => {
  it.each([
    ['', ['/lat', '/lng']],
    ['lat=19.4', ['/lng']],
    ['lng=-99', ['/lat']],
    ['lat=&lng=-99', ['/lat']],
    ['lat=abc&lng=-99', ['/lat']],
    ['lat=NaN&lng=-99', ['/lat']],
    ['lat=Infinity&lng=-99', ['/lat']],
    ['lat=1e999&lng=-99', ['/lat']],
    ['lat=0x10&lng=-99', ['/lat']],
    ['lat=19,4&lng=-99', ['/lat']],
    ['lat=90.0001&lng=-99', ['/lat']],
    ['lat=-90.0001&lng=-99', ['/lat']],
    ['lat=19.4&lng=180.0001', ['/lng']],
    ['lat=19.4&lng=-180.0001', ['/lng']],
    ['lat=19.4&lat=20&lng=-99', ['/lat']],
    ['lat=%00&lng=-99', ['/lat']],
  ])('are validated: "%s" is a 400 at %j', async (query, pointers) => {
    const answer = await client.get(`/vrs?${query}`)
    expectInvalid(answer, ...pointers)
  })

  it.each(['lat=90&lng=180', 'lat=-90&lng=-180', 'lat=0&lng=0', 'lat=1.94e1&lng=-9.9e1'])(
    'accept %s',
    async (query) => {
      expect((await client.get(`/vrs?${query}`)).status).toBe(200)
    },
  )

  it('are the only parameters: an unknown name is a 400 that names it', async () => {
    expectInvalid(await client.get(`/vrs?${AT_CDMX}&altura=2240`), '/altura')
  })
})

describe('GET /red', () => {
  const read = async () => (await client.get('/red')).body

  it('describes the network, its mountpoint and whether the engine sends data', async () => {
    const frame = { datum: 'ITRF2008 época 2010.0', marco: { nombre: 'ITRF2008', epsg: 6364, epoca: 2010 } }
    const plain = { forma: 'as_is', cada_s: null, grupo: null, abierto: false }
    expect(await read()).toEqual({
      ok: true,
      red: {
        nombre: 'Vértice',
        caster: 'caster.example.mx',
        puerto: 2101,
        ...frame,
        mountpoints: [{ nombre: 'RED', modo: 'vrs', formato: 'RTCM 3.2', ...frame, ...plain }],
        motor: { responde: true },
        ionosfera: null,
      },
    })
    await noteEngineAnswer(service.db, new Date(), { code: 'silent', params: {} })
    expect(await read()).toMatchObject({ red: { motor: { responde: false } } })
  })

  it('has a mountpoint of the nearest base without an engine, and no frame that the table does not contain', async () => {
    await setNetwork('upstream', null)
    await setNetwork('datum', 'Local 1')
    const { red } = await read()
    expect(red).toMatchObject({ motor: null, datum: 'Local 1', marco: null })
    expect(red.mountpoints).toMatchObject([{ nombre: 'RED', modo: 'base', marco: null }])
    await setNetwork('datum', 'ITRF2008 época 2010.0')
  })
})
