// The archive by API: recorded hours, requests for RINEX files, and the files themselves.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { finishRinex } from '../../src/actions/archive/finish-rinex.ts'
import { setQuotas } from '../../src/actions/people/quotas.ts'
import { makeRinex } from '../../src/archive/rinex/make.ts'
import { makeNext } from '../../src/archive/rinex/orders.ts'
import { FolderStorage } from '../../src/archive/storage/folder.ts'
import { rinexRoutes } from '../../src/http/public/rinex.ts'
import { saveDailyFile } from '../../src/store/archive/daily.ts'
import { insertStoredSegments } from '../../src/store/archive/recording.ts'
import { byTest } from '../support/action-context.ts'
import { sentBetween, TestArchive } from '../support/archive.ts'
import { expectInvalid, expectProblem } from '../support/problems.ts'
import { BASE_URL, type Client, STATIONS, TestService } from '../support/service.ts'

const NOW = new Date('2026-11-14T12:00:00.000Z')
const DAY_MS = 86_400_000
let now = NOW
const WINDOW = { desde: '2026-11-14T10:00:00Z', hasta: '2026-11-14T10:05:00Z' }

const archive = new TestArchive()
let service: TestService
let client: Client
let reader: Client
let ownerId: number
let stationId: number
let downloads: FastifyInstance

beforeAll(async () => {
  service = await TestService.start({ clock: () => now })
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const { secret, token } = await service.token(['read', 'archivo'])
  client = service.as(secret)
  ownerId = token.ownerId
  reader = await service.client(['read'])
  stationId = (await service.services.current()).book.byCode.get('cdmx')!.id
  const sent = sentBetween(Date.parse(WINDOW.desde), Date.parse(WINDOW.hasta), 1_000)
  const recorded = archive.record(
    sent.filter((_, second) => second < 120 || second >= 150),
    { stationId },
  )
  const rows = recorded.map((segment) => ({ ...segment, storedBytes: segment.storedBytes!, sha256: Buffer.alloc(32) }))
  await insertStoredSegments(service.db, rows, NOW)
  downloads = Fastify()
  rinexRoutes(downloads, {
    ...{ db: service.db, clock: () => now },
    openFile: (name) => new FolderStorage(archive.folder).read(name).catch(() => null),
  })
})
afterAll(async () => {
  await downloads.close()
  await service.stop()
  archive.remove()
})

/** What the worker does with the next request. */
async function work(): Promise<boolean> {
  const storage = new FolderStorage(archive.folder)
  const { book } = await service.services.current()
  return makeNext({
    ...{
      db: service.db,
      clock: () => NOW,
      storage,
      program: 'vertice',
      newKey: () => '',
      hasRoom: async () => true,
      onDue: () => {},
      warn: (error) => {
        throw error
      },
    },
    stationOf: async (id) => ({ station: book.byId.get(id) ?? null, networkName: 'Red' }),
    siteOf: async () => null,
    siteLogOf: async () => ({ name: 'leon00mex_20261118.log', text: 'Form' }),
    make: (job, progress) => makeRinex({ storage, folder: archive.folder }, job, progress),
    finish: (order, result) =>
      finishRinex(
        { db: service.db, now: NOW, baseUrl: BASE_URL, station: book.byId.get(order.stationId) },
        order,
        result,
      ),
  })
}

const request = (body: object, by = client) => by.post('/rinex', { ...WINDOW, station_codigo: 'CDMX', ...body })

describe('GET /stations/{id}/archivo', () => {
  it('lists the recorded hours, oldest first, and none before the archive began', async () => {
    const { body } = await reader.get(
      `/stations/${stationId}/archivo?desde=2026-11-14T08:00:00Z&hasta=2026-11-14T12:00:00Z`,
    )
    expect(body).toMatchObject({ ok: true, station: { id: stationId, codigo: 'CDMX' } })
    expect(
      body.horas.map(({ inicia_at, epocas, esperadas }: Record<string, unknown>) => [inicia_at, epocas, esperadas]),
    ).toEqual([
      ['2026-11-14T10:00:00.000Z', 270, 3600],
      ['2026-11-14T11:00:00.000Z', 0, 3600],
    ])
  })

  it('lists the daily files, and their hours after the recorded messages were deleted', async () => {
    const file = {
      ...{ stationId, day: '2026-11-13', key: 'k'.repeat(32), sha256: Buffer.alloc(32, 7) },
      ...{
        kind: 'obs' as const,
        name: `daily/${stationId}/2026-11-13/1-1/CDMX_01D_30S_MO.crx.gz`,
        bytes: 5,
        epochs: 200,
      },
      ...{ firstEpoch: new Date('2026-11-13T10:00:12Z'), lastEpoch: new Date('2026-11-13T11:39:42Z') },
      epochsByHour: Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 120 : hour === 11 ? 80 : 0)),
    }
    const local = join(archive.dataDir, 'daily')
    writeFileSync(local, 'daily')
    await new FolderStorage(archive.folder).put(file.name, local)
    await saveDailyFile(service.db, file, NOW)
    onTestFinished(async () => {
      await service.db.pool.query('delete from archive_daily_files')
      await setQuotas(byTest({ db: service.db }), ownerId, { rinexHoursPerDay: null })
    })
    const path = `/stations/${stationId}/archivo?desde=2026-11-13T09:00:00Z&hasta=2026-11-14T12:00:00Z`
    const { body } = await client.get(path)
    expect(body.primera_at).toBe('2026-11-13T10:00:12.000Z')
    const hours = body.horas.map((hour: Record<string, unknown>) => [hour.inicia_at, hour.epocas, hour.esperadas])
    expect(hours.slice(0, 3)).toEqual([
      ['2026-11-13T10:00:00.000Z', 120, 120],
      ['2026-11-13T11:00:00.000Z', 80, 120],
      ['2026-11-13T12:00:00.000Z', 0, 120],
    ])
    expect(hours.at(-2)).toEqual(['2026-11-14T10:00:00.000Z', 270, 3600])
    const [day] = body.diarios
    expect(body.diarios).toEqual([
      { fecha: '2026-11-13', archivos: [expect.objectContaining({ tipo: 'obs', bytes: 5 })] },
    ])
    const download = await downloads.inject(new URL(day.archivos[0].url).pathname)
    expect([download.statusCode, download.body]).toEqual([200, 'daily'])
    expect((await reader.get(path)).body.diarios[0].archivos[0].url).toBeNull()
    await setQuotas(byTest({ db: service.db }), ownerId, { rinexHoursPerDay: 5 })
    expect((await client.get(path)).body.diarios[0].archivos[0].url).toBeNull()
  })

  it('takes at most 31 days', async () => {
    const answer = await reader.get(
      `/stations/${stationId}/archivo?desde=2026-10-01T00:00:00Z&hasta=2026-11-14T12:00:00Z`,
    )
    expectInvalid(answer, '/hasta')
  })

  it('has nothing for a station that was never recorded', async () => {
    const toluca = (await service.services.current()).book.byCode.get('tol')?.id ?? stationId + 1
    const { body } = await reader.get(`/stations/${toluca}/archivo`)
    expect(body).toMatchObject({ primera_at: null, ultima_at: null, horas: [] })
  })
})

describe('POST /rinex', () => {
  it('makes an observation and a navigation file beside the site log, and sends rinex.ready', async () => {
    const { status, body } = await request({ intervalo_s: 1, hatanaka: false })
    expect(status).toBe(202)
    expect(body.rinex).toMatchObject({ id: expect.stringMatching(/^rnx_/), estado: 'pendiente', archivos: [] })
    expect(await work()).toBe(true)
    const { rinex } = (await client.get(`/rinex/${body.rinex.id}`)).body
    expect(rinex).toMatchObject({
      estado: 'lista',
      completitud_pct: 90,
      huecos: [{ desde: '2026-11-14T10:02:00.000Z', hasta: '2026-11-14T10:02:30.000Z' }],
      expira_at: '2026-11-21T12:00:00.000Z',
    })
    expect(rinex.archivos.map(({ nombre, tipo }: Record<string, string>) => [nombre, tipo])).toEqual([
      ['CDMX00MEX_S_20263181000_05M_01S_MO.rnx.gz', 'obs'],
      ['CDMX00MEX_S_20263181000_05M_MN.rnx.gz', 'nav'],
      ['leon00mex_20261118.log', 'sitio'],
    ])
    for (const { url, bytes, sha256, tipo } of rinex.archivos) {
      const file = await downloads.inject(new URL(url).pathname)
      expect(file.statusCode).toBe(200)
      expect(file.rawPayload).toHaveLength(bytes)
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sha256)
      if (tipo === 'sitio') {
        expect([file.headers['content-type'], file.body]).toEqual(['text/plain; charset=utf-8', 'Form'])
        continue
      }
      const unpacked = createGunzip()
      unpacked.end(file.rawPayload)
      expect(await text(unpacked)).toContain(tipo === 'obs' ? 'OBSERVATION DATA' : 'N: GNSS NAV DATA')
    }
    expect((await service.events()).map(({ type }) => type)).toContain('rinex.ready')
  })

  it.each([
    ['2.11', ['GO', 'GN', 'RN']],
    ['4.02', ['MO', 'MN']],
  ])('writes RINEX %s', async (version, contents) => {
    const { body } = await request({ version, intervalo_s: 30, hatanaka: false })
    await work()
    const { rinex } = (await client.get(`/rinex/${body.rinex.id}`)).body
    const rinexFiles = rinex.archivos.filter(({ tipo }: { tipo: string }) => tipo !== 'sitio')
    expect(rinexFiles.map(({ nombre }: { nombre: string }) => /_([A-Z]{2})\.rnx/.exec(nombre)?.[1])).toEqual(
      version === '2.11' ? expect.arrayContaining(contents.slice(1)) : contents,
    )
  })

  it('takes the nearest station that has the window, and names it if there is too little', async () => {
    const hour = new Date('2026-11-14T08:00:00Z')
    const [segment] = archive.segments
    const times = { hour, firstEpoch: hour, lastEpoch: new Date(hour.getTime() + 3_599_000) }
    const whole = { ...segment!, ...times, name: 'raw/whole', epochs: 3600, sha256: Buffer.alloc(32), storedBytes: 1 }
    await insertStoredSegments(service.db, [whole], NOW)
    const near = { station_codigo: undefined, lat: 19.5, lng: -99.2 }
    const answer = await request({ ...near, desde: '2026-11-14T08:00:00Z', hasta: '2026-11-14T09:00:00Z' })
    expect(answer.status).toBe(202)
    expect(answer.body.rinex.station.codigo).toBe('CDMX')
    const problem = expectProblem(await request({ ...near, hasta: '2026-11-14T11:00:00Z' }), 409, 'no_data')
    expect(problem.detail).toContain('CDMX')
  })

  it('rejects what cannot be made, at its field', async () => {
    expectInvalid(await request({ hasta: WINDOW.desde }), '/hasta')
    expectInvalid(await request({ hasta: '2026-11-14T13:00:00Z' }), '/hasta')
    expectInvalid(await request({ desde: '2026-11-14T10:00:00' }), '/desde')
    expectInvalid(await request({ desde: '2026-11-12T10:00:00Z', intervalo_s: 1 }), '/hasta')
    expect((await request({ intervalo_s: 7 })).status).toBe(400)
    expect((await request({ version: '1.0' })).status).toBe(400)
  })

  it('needs the scope archivo', async () => {
    expectProblem(await request({}, reader), 403, 'insufficient_scope')
  })

  it('counts hours of data toward the quota', async () => {
    await setQuotas(byTest({ db: service.db }), ownerId, { rinexHoursPerDay: 1 })
    expectProblem(await request({}), 409, 'quota_exceeded')
    await setQuotas(byTest({ db: service.db }), ownerId, { rinexHoursPerDay: null })
  })
})

describe('GET /rinex', () => {
  it('lists the requests of the organization only, newest first', async () => {
    const { body } = await client.get('/rinex?limit=2')
    expect(body.rinex).toHaveLength(2)
    expect(body.next_cursor).not.toBeNull()
    const other = await service.client(['read'], 'Another')
    expect((await other.get('/rinex')).body.rinex).toEqual([])
    expectProblem(await other.get(`/rinex/${body.rinex[0].id}`), 404, 'rinex_not_found')
  })
})

describe('a download', () => {
  const made = async () => {
    const { body } = await request({ intervalo_s: 30 })
    while (await work());
    return (await client.get(`/rinex/${body.rinex.id}`)).body.rinex
  }
  const statusOf = async (path: string) => (await downloads.inject(path)).statusCode

  it('needs no token, and is neither cached, indexed nor interpreted', async () => {
    const [{ url, nombre }] = (await made()).archivos
    expect(new URL(url).pathname).toMatch(/^\/rinex\/[0-9A-Za-z]{32}\//)
    const { headers, statusCode } = await downloads.inject(new URL(url).pathname)
    expect([statusCode, headers]).toMatchObject([
      200,
      {
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/gzip',
        'content-disposition': `attachment; filename="${nombre}"`,
      },
    ])
  })

  it('shows only the files of its own link, and no list', async () => {
    const [one, other] = [await made(), await made()]
    const [key, otherKey] = [one, other].map(({ archivos }) => new URL(archivos[0].url).pathname.split('/')[2])
    expect(key).not.toBe(otherKey)
    const name = one.archivos[0].nombre
    expect(await statusOf(`/rinex/${key}/${name}`)).toBe(200)
    const paths = ['', '/', '/.', '/..', `/..%2f${other.id}%2f${name}`, `/%2e%2e%2f${other.id}%2f${name}`]
    const hostile = [...paths, `/${name}%00`, '/../../../raw/1', '/..%5c..%5craw', `/${name.slice(0, -3)}`]
    for (const path of hostile) expect([path, await statusOf(`/rinex/${key}${path}`)]).toEqual([path, 404])
    for (const wrong of [one.id, key!.toLowerCase(), `${key}x`, '%25', '*', 'a'.repeat(5000)])
      expect([wrong, await statusOf(`/rinex/${wrong}/${name}`)]).toEqual([wrong, wrong.length > 100 ? 414 : 404])
  })

  it('ends after seven days, and so does the request', async () => {
    const rinex = await made()
    const path = new URL(rinex.archivos[0].url).pathname
    now = new Date(NOW.getTime() + 7 * DAY_MS - 1)
    expect(await statusOf(path)).toBe(200)
    now = new Date(NOW.getTime() + 7 * DAY_MS)
    expect(await statusOf(path)).toBe(404)
    const expired = (await client.get(`/rinex/${rinex.id}`)).body.rinex
    expect(expired).toMatchObject({ estado: 'vencida', archivos: [], completitud_pct: 90 })
    const listed = (await client.get('/rinex?estado=vencida')).body.rinex
    expect(listed.map(({ id }: { id: string }) => id)).toContain(rinex.id)
    await work()
    now = NOW
  })
})

it('hides downloads that do not exist', async () => {
  for (const path of ['/rinex/short/file', `/rinex/${'a'.repeat(32)}/file`])
    expect((await downloads.inject(path)).statusCode).toBe(404)
})
