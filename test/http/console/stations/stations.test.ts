// Stations in the console: the rules of the commands apply, every change is audited, and no secret is returned.
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fingerprintText } from '../../../../src/domain/stations/certificate.ts'
import { localDay } from '../../../../src/domain/time/local-time.ts'
import { listEndingCertificates } from '../../../../src/store/stations/certificates.ts'
import { clientCertificate } from '../../../support/client-certificate.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { sourceWithPassword } from '../../../support/pushes.ts'
import { measure, recordDay, stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { connectRover } from '../rovers.ts'
import { type Browser, SAME_ORIGIN, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let viewer: Browser
let reseller: Browser
let own: number
beforeAll(async () => {
  site = await TestConsole.start()
  own = await site.owner('Own')
  operator = await site.signedIn('operator')
  viewer = await site.signedIn('viewer')
  reseller = await site.signedIn('reseller', own)
})
afterAll(() => site.stop())
let id: number
beforeEach(async () => {
  await site.db.pool.query(
    'truncate stations, station_health, station_days, station_status_changes, station_alarms, station_minutes, station_certificates, sessions cascade',
  )
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
  id = await stationIdOf(site.service, 'CDMX')
})

const codes = async (query = '', browser = viewer) =>
  (await browser.get(`/stations${query}`)).body.stations.map(({ code }: { code: string }) => code)
const lastAuditEntry = async () => (await site.lastAuditEntry())!

/** The same certificate with an unknown key algorithm. */
function withUnknownKey(pem: string): string {
  const der = Buffer.from(new X509Certificate(pem).raw)
  const elliptic = Buffer.from('2a8648ce3d0201', 'hex')
  der[der.indexOf(elliptic) + elliptic.length - 1] = 0x7f
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

describe('the station list', () => {
  it('shows problems first, and counts a moved station once', async () => {
    await measure(site.service, 'CDMX', { measuredAt: new Date() })
    await measure(site.service, 'TOLU', { measuredAt: new Date(), positionOffsetM: 0.85 })
    expect(await codes('?sort=status')).toEqual(['TOLU', 'CUER', 'CDMX'])
    expect(await codes('?status=moved')).toEqual(['TOLU'])
    const { counts } = (await viewer.get('/stations')).body
    expect(counts).toEqual({ online: 1, moved: 1, unmeasured: 1, degraded: 0, offline: 0, maintenance: 0 })
  })

  it('has the uptime of the last seven days, without a value for days that were not measured', async () => {
    const yesterday = localDay(new Date(Date.now() - 86_400_000))
    await recordDay(site.service, 'CDMX', yesterday, { up: 1_080, down: 360 })
    await recordDay(site.service, 'CDMX', localDay(new Date()), { up: 3 })
    const { stations } = (await viewer.get('/stations')).body
    expect(stations[0].week).toEqual([null, null, null, null, null, 75, 100])
    expect(stations[1].week).toEqual([null, null, null, null, null, null, null])
  })

  it('is filtered by status, unmeasured stations separately', async () => {
    await measure(site.service, 'CDMX', { measuredAt: new Date() })
    await measure(site.service, 'TOLU', { measuredAt: new Date(Date.now() - 600_000) })
    expect(await codes()).toEqual(['CDMX', 'CUER', 'TOLU'])
    expect(await codes('?status=online')).toEqual(['CDMX'])
    expect(await codes('?status=offline')).toEqual(['TOLU'])
    expect(await codes('?status=unmeasured')).toEqual(['CUER'])
    const { counts } = (await viewer.get('/stations?status=online')).body
    expect(counts).toEqual({ online: 1, offline: 1, unmeasured: 1, degraded: 0, moved: 0, maintenance: 0 })
    expectInvalid(await viewer.get('/stations?status=fine'), '/status')
    const { stations } = (await viewer.get('/stations?status=unmeasured')).body
    expect(stations[0]).toMatchObject({ measured: false, healthPct: null, latencyMs: null, satellites: null })
  })

  it('is searched with or without accents, page by page', async () => {
    expect(await codes('?search=mexico')).toEqual(['CDMX', 'TOLU'])
    expect(await codes('?search=cuer_rtcm')).toEqual(['CUER'])
    const first = (await viewer.get('/stations?limit=2')).body
    expect(first).toMatchObject({ total: 3, stations: [{ code: 'CDMX' }, { code: 'CUER' }] })
    const second = (await viewer.get(`/stations?limit=2&cursor=${first.nextCursor}`)).body
    expect(second).toMatchObject({ stations: [{ code: 'TOLU' }], nextCursor: null })
    expectInvalid(await viewer.get('/stations?cursor=nonsense'), '/cursor')
  })
})

describe('adding and changing a station', () => {
  const add = (body: object) =>
    operator.post('/stations', { code: 'LEON', name: 'León', lat: 21.12, lng: -101.68, ...body })

  it('adds a station that the API serves at once', async () => {
    const { status, body } = await add({ radiusKm: 35 })
    expect(status).toBe(201)
    expect(body.station).toMatchObject({ code: 'LEON', radiusKm: 35, mountpoint: 'LEON', own: { format: null } })
    expect(await lastAuditEntry()).toMatchObject({ action: 'station.added', subject_id: body.station.id })
    const api = await site.service.client(['read'])
    expect((await api.get('/stations')).body.stations.map(({ codigo }: { codigo: string }) => codigo)).toContain('LEON')
  })

  it('reports invalid fields and then writes nothing', async () => {
    expectInvalid(await add({ code: 'NO BLANKS' }), '/code')
    expectInvalid(await add({ lat: 91 }), '/lat')
    expectInvalid(await add({ name: ' ' }), '/name')
    expectInvalid(await add({ mountpoint: 'cdmx_rtcm32' }), '/mountpoint')
    expectInvalid(await add({ mountpoint: 'RED' }), '/mountpoint')
    expectInvalid(await add({ name: 'a;b' }), '/name')
    expectInvalid(await add({ archived: true }), '/archived')
    expectInvalid(await operator.post('/stations', { code: 'LEON' }), '/name', '/lat', '/lng')
    expectProblem(await add({ code: 'cdmx' }), 409, 'station_exists')
    expect(await codes()).toHaveLength(3)
  })

  it('changes only the given fields; null restores the network default', async () => {
    await operator.patch(`/stations/${id}`, { radiusKm: 20, format: 'RTCM 3.3' })
    const changed = (await operator.patch(`/stations/${id}`, { name: 'Ciudad Universitaria', format: null })).body
      .station
    expect(changed).toMatchObject({ name: 'Ciudad Universitaria', radiusKm: 20, format: 'RTCM 3.2', lat: 19.4326 })
    expect(await lastAuditEntry()).toMatchObject({
      action: 'station.changed',
      subject_id: id,
      details: { code: 'CDMX', name: 'Ciudad Universitaria', format: null },
    })
    expectInvalid(await operator.patch(`/stations/${id}`, { code: 'OTHER' }), '/code')
    expectProblem(await operator.patch('/stations/999999', { name: 'x' }), 404, 'station_not_found')
  })

  it('shows a station marked as not RTCM as unmeasured, despite earlier measurements', async () => {
    await measure(site.service, 'CDMX', { measuredAt: new Date() })
    const marked = (await operator.patch(`/stations/${id}`, { isRtcm: false })).body.station
    expect(marked).toMatchObject({
      isRtcm: false,
      measured: false,
      healthPct: null,
      satellites: null,
      status: 'online',
    })
    expect((await lastAuditEntry()).details).toEqual({ code: 'CDMX', isRtcm: false, was: { isRtcm: true } })
    const again = (await operator.patch(`/stations/${id}`, { isRtcm: true })).body.station
    expect(again).toMatchObject({ isRtcm: true, measured: true, healthPct: 99.8 })
  })

  it('stores markup as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    await operator.patch(`/stations/${id}`, { name })
    const { headers, body } = await viewer.get(`/stations/${id}`)
    expect(body.station.name).toBe(name)
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  it('starts and ends maintenance', async () => {
    const { station } = (await operator.post(`/stations/${id}/maintenance`, { on: true })).body
    expect(station.status).toBe('maintenance')
    expect((await lastAuditEntry()).action).toBe('station.maintenance_began')
    await operator.post(`/stations/${id}/maintenance`, { on: false })
    expect((await lastAuditEntry()).action).toBe('station.maintenance_ended')
    const { changes } = (await viewer.get(`/stations/${id}`)).body
    expect(changes.map(({ status }: { status: string }) => status)).toEqual(['online', 'maintenance', 'online'])
  })

  it('archives a station, which can then only be restored', async () => {
    expect((await operator.delete(`/stations/${id}`)).body.station.archived).toBe(true)
    expect(await codes()).toEqual(['CUER', 'TOLU'])
    expect(await codes('?archived=true')).toEqual(['CDMX'])
    for (const answer of [
      await operator.patch(`/stations/${id}`, { name: 'x' }),
      await operator.delete(`/stations/${id}`),
      await operator.post(`/stations/${id}/secret`),
    ])
      expectProblem(answer, 404, 'station_not_found')
    expectProblem(await add({ code: 'CDMX' }), 409, 'station_exists')
    await operator.patch(`/stations/${await stationIdOf(site.service, 'TOLU')}`, { mountpoint: 'CDMX_RTCM32' })
    expectInvalid(await operator.post(`/stations/${id}/restore`), '/mountpoint')
    await operator.patch(`/stations/${await stationIdOf(site.service, 'TOLU')}`, { mountpoint: 'TOLU' })
    expect((await operator.post(`/stations/${id}/restore`)).body.station.archived).toBe(false)
    expect((await lastAuditEntry()).action).toBe('station.restored')
  })
})

const NO_SOURCE = {
  ...{ hasPushSecret: false, pullUrl: null, pullsWithLogin: false },
  ...{
    hasBackupSecret: false,
    backupPullUrl: null,
    backupStationId: null,
    upstreamId: null,
    upstreamName: null,
    upstreamMountpoint: null,
    certificateRequired: false,
    certificates: [],
  },
}

describe('the source of a station', () => {
  it('has a secret that works and is shown once', async () => {
    const made = await operator.post(`/stations/${id}/secret`)
    expect(made.status).toBe(201)
    const { secret } = made.body
    expect(made.body).toMatchObject({ mountpoint: 'CDMX_RTCM32', casterHost: 'caster.example.mx', casterPort: 2101 })
    expect(await sourceWithPassword(site.db, site.services.keys, id, secret)).toBe('first')
    const detail = await operator.get(`/stations/${id}`)
    expect(detail.body.source).toEqual({ ...NO_SOURCE, hasPushSecret: true })
    expect(detail.text).not.toContain(secret)
    expect(JSON.stringify(await site.audit())).not.toContain(secret)
    expect((await lastAuditEntry()).action).toBe('station.secret_made')
    await operator.post(`/stations/${id}/secret`)
    expect(await sourceWithPassword(site.db, site.services.keys, id, secret)).toBe(null)
  })

  it('has one standby: a push with its own password, a pull, or another station', async () => {
    const { secret } = (await operator.post(`/stations/${id}/backup/secret`)).body
    expect(await sourceWithPassword(site.db, site.services.keys, id, secret)).toBe('backup')
    const detail = await operator.get(`/stations/${id}`)
    expect(detail.body.source).toMatchObject({ hasBackupSecret: true, backupPullUrl: null, backupStationId: null })
    expect(detail.text).not.toContain(secret)
    const url = 'ntrip://reader:s3cr3t@caster.example.org/ABC'
    const pulled = await operator.put(`/stations/${id}/backup/pull`, { url })
    expect(pulled.body.source).toMatchObject({
      hasBackupSecret: false,
      backupPullUrl: 'ntrip://caster.example.org/ABC',
    })
    expect(await sourceWithPassword(site.db, site.services.keys, id, secret)).toBe(null)
    const other = await stationIdOf(site.service, 'TOLU')
    const stood = await operator.put(`/stations/${id}/backup/station`, { stationId: other })
    expect(stood.body.source).toMatchObject({ backupPullUrl: null, backupStationId: other })
    expectInvalid(await operator.put(`/stations/${id}/backup/station`, { stationId: id }), '/stationId')
    expect((await operator.delete(`/stations/${id}/backup`)).body.source).toMatchObject({ backupStationId: null })
    expect((await lastAuditEntry()).action).toBe('station.backup_changed')
    const told = JSON.stringify(await site.audit())
    expect(told).not.toContain(secret)
    expect(told).not.toContain('s3cr3t')
  })

  it('has certificates that are registered, required and removed, with errors explained', async () => {
    const { cert, key, fingerprint } = clientCertificate('CDMX')
    const path = `/stations/${id}/certificates`
    const sent = (pem: string, source = 'first') => operator.post(path, { pem: pem.split('\n'), source })
    expectInvalid(await operator.put(`${path}/rule`, { required: true }), '/required')
    expectInvalid(await sent(key + cert), '/pem')
    expectInvalid(await sent('-----BEGIN CERTIFICATE-----'), '/pem')
    expectInvalid(await sent(cert + cert), '/pem')
    expectInvalid(await sent(clientCertificate('weak', { key: ['-newkey', 'rsa:1024'] }).cert), '/pem')
    const k1 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1']
    expectInvalid(await sent(clientCertificate('curve', { key: k1 }).cert), '/pem')
    expectInvalid(await sent(withUnknownKey(cert)), '/pem')
    expectInvalid(await sent(cert, 'backup'), '/source')
    const added = await sent(cert)
    expect(added.status).toBe(201)
    expect(added.body.source).toMatchObject({ certificateRequired: false, certificates: [{ state: 'valid' }] })
    const [shown] = added.body.source.certificates
    expect(shown).toMatchObject({ fingerprint: fingerprintText(fingerprint), subject: 'CN=CDMX', source: 'first' })
    expect(await lastAuditEntry()).toMatchObject({
      action: 'station.certificate_added',
      details: { code: 'CDMX', fingerprint },
    })
    const other = await stationIdOf(site.service, 'TOLU')
    expectInvalid(
      await operator.post(`/stations/${other}/certificates`, { pem: cert.split('\n'), source: 'first' }),
      '/pem',
    )
    await sent(clientCertificate('next').cert)
    expectInvalid(await sent(clientCertificate('third').cert), '/pem')
    expectInvalid(await operator.put(`${path}/rule`, { required: true }), '/required') // it has no password
    await operator.post(`/stations/${id}/secret`)
    const required = await operator.put(`${path}/rule`, { required: true })
    expect(required.body.source.certificateRequired).toBe(true)
    expect((await lastAuditEntry()).action).toBe('station.certificate_rule_changed')
    const removed = await operator.delete(`${path}/${encodeURIComponent(shown.fingerprint)}`)
    expect(removed.body.source.certificates).toMatchObject([{ subject: 'CN=next' }])
    expect((await lastAuditEntry()).action).toBe('station.certificate_removed')
    expectInvalid(await operator.delete(`${path}/${fingerprint}`), '/fingerprint')
    const [last] = removed.body.source.certificates
    const refused = await operator.delete(`${path}/${encodeURIComponent(last.fingerprint)}`)
    expect(refused.body.errors).toMatchObject([{ pointer: '/fingerprint', code: 'certificate_last' }])
    await operator.put(`${path}/rule`, { required: false })
    expect((await operator.delete(`${path}/${encodeURIComponent(last.fingerprint)}`)).body.source.certificates).toEqual(
      [],
    )
    expect((await reseller.get(`/stations/${id}`)).body.source).toBe(null)
  })

  it('truncates a long certificate name at a whole character', async () => {
    const long = '🛰'.repeat(64)
    const pem = clientCertificate(long, { organisation: long }).cert.split('\n')
    const { status, body, text } = await operator.post(`/stations/${id}/certificates`, { pem, source: 'first' })
    expect(status, text).toBe(201)
    expect(body.source.certificates[0].subject).toBe(`CN=${long}, O=${'🛰'.repeat(32)}`)
    expect((await lastAuditEntry()).action).toBe('station.certificate_added')
  })

  it('removes certificates with their standby push, and raises an alert before expiry', async () => {
    await operator.post(`/stations/${id}/backup/secret`)
    const until = new Date(Date.now() + 10 * 86_400_000)
    const pem = clientCertificate('second', { until }).cert.split('\n')
    const added = await operator.post(`/stations/${id}/certificates`, { pem, source: 'backup' })
    expect(added.body.source.certificates).toMatchObject([{ source: 'backup', state: 'ending' }])
    const { attention } = (await operator.get('/network')).body
    expect(attention).toContainEqual(expect.objectContaining({ kind: 'station_certificate_ending', id, name: 'CDMX' }))
    expect((await operator.delete(`/stations/${id}/backup`)).body.source.certificates).toEqual([])
    const removed = (await site.audit()).filter(({ action }) => action === 'station.certificate_removed')
    expect(removed.at(-1)).toMatchObject({ details: { code: 'CDMX', source: 'backup', subject: 'CN=second' } })
  })

  it('warns of a certificate’s expiry until another certificate follows without a gap', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const add = async (name: string, from: Date, until: Date) => {
      const pem = clientCertificate(name, { from, until }).cert.split('\n')
      const { body } = await operator.post(`/stations/${id}/certificates`, { pem, source: 'first' })
      return encodeURIComponent(body.source.certificates.at(-1).fingerprint)
    }
    const told = async (now = new Date()) => (await listEndingCertificates(site.db, now)).map(({ code }) => code)
    await add('now', inDays(-1), inDays(10))
    expect(await told()).toEqual(['CDMX'])
    const late = await add('late', inDays(12), inDays(300))
    expect(await told()).toEqual(['CDMX'])
    expect(await told(inDays(11))).toEqual(['CDMX'])
    expect(await told(inDays(13))).toEqual([])
    await operator.delete(`/stations/${id}/certificates/${late}`)
    await add('next', inDays(9), inDays(300))
    expect(await told()).toEqual([])
    expect(await told(inDays(280))).toEqual(['CDMX'])
  })

  it('never returns the password of a pull', async () => {
    const answer = await operator.put(`/stations/${id}/pull`, { url: 'ntrip://reader:s3cr3t@caster.example.org/ABC' })
    expect(answer.body.source).toMatchObject({ pullUrl: 'ntrip://caster.example.org/ABC', pullsWithLogin: true })
    expect(answer.text).not.toContain('s3cr3t')
    expect(JSON.stringify(await site.audit())).not.toContain('s3cr3t')
    expectInvalid(await operator.put(`/stations/${id}/pull`, { url: 'https://example.org/ABC' }), '/url')
    expect((await operator.delete(`/stations/${id}/pull`)).body.source.pullUrl).toBeNull()
    expect(await lastAuditEntry()).toMatchObject({
      action: 'station.pull_changed',
      details: { code: 'CDMX', url: null },
    })
  })

  it.each([
    'ntrip://127.0.0.1:19464/metrics',
    'ntrip://localhost:19464/metrics',
    'ntrip://[::1]:2101/M',
    'ntrip://u:p@10.0.0.7:2101/M',
    'ntrips://169.254.169.254/latest',
  ])('is not pulled from %s, and the response says why', async (url) => {
    const refused = await operator.put(`/stations/${id}/pull`, { url })
    expectInvalid(refused, '/url')
    expect(refused.text).toContain('source_not_public')
    expect((await operator.get(`/stations/${id}`)).body.source.pullUrl).toBeNull()
  })

  it('is pulled from a private network that the operator allowed', async () => {
    const url = 'ntrip://192.0.2.7:2101/M'
    expect((await operator.put(`/stations/${id}/pull`, { url })).body.source.pullUrl).toBe(url)
    await operator.delete(`/stations/${id}/pull`)
  })

  it('can be changed by the operator only', async () => {
    expect((await viewer.get(`/stations/${id}`)).body.source).not.toBeNull()
    expect((await reseller.get(`/stations/${id}`)).body.source).toBeNull()
  })
})

describe('the detail of a station', () => {
  it('returns its history with unmeasured time separate from downtime', async () => {
    site.service.at('2026-11-15T18:00:00.000Z')
    await recordDay(site.service, 'CDMX', '2026-11-14', { up: 1400, down: 20 })
    await site.db.pool.query(
      `insert into station_alarms (station_id, kind, params, since, ended_at) values ($1, 'down', '{}', '2026-11-14T10:00:00Z', '2026-11-14T10:20:00Z')`,
      [id],
    )
    const { uptime, alarms } = (await viewer.get(`/stations/${id}`)).body
    expect(uptime.days).toHaveLength(60)
    expect(uptime.days[58]).toMatchObject({ day: '2026-11-14', minutesUp: 1400, minutesDown: 20, minutesUnknown: 20 })
    expect(uptime.days[59]).toMatchObject({ uptimePct: null, minutesUnknown: 720 })
    expect(alarms).toMatchObject([{ kind: 'down', endedAt: '2026-11-14T10:20:00.000Z' }])
    expectProblem(await viewer.get('/stations/999999'), 404, 'station_not_found')
  })

  it('counts the rovers that the user may see', async () => {
    await connectRover(site, own, { stationId: id })
    await connectRover(site, await site.owner('Other'), { stationId: id })
    expect((await viewer.get(`/stations/${id}`)).body.rovers).toBe(2)
    expect((await reseller.get(`/stations/${id}`)).body.rovers).toBe(1)
  })

  it('returns its minutes in steps, with data gaps', async () => {
    site.service.at('2026-11-15T18:00:00.000Z')
    const minute = (time: string, more: object) =>
      site.db.pool.query(
        `insert into station_minutes (station_id, minute, up, epochs_received, epochs_expected, latency_ms, satellites, gaps, longest_gap_ms)
         select $1, $2, up, received, 60, latency, satellites, gaps, longest from json_to_record($3) as r (up boolean, received integer, latency integer, satellites integer, gaps integer, longest integer)`,
        [
          id,
          time,
          JSON.stringify({ up: true, received: 60, latency: 100, satellites: 30, gaps: 0, longest: 0, ...more }),
        ],
      )
    await minute('2026-11-15T17:00:00Z', { latency: 100 })
    await minute('2026-11-15T17:01:00Z', { latency: 300, received: 54, gaps: 2, longest: 4_000 })
    await minute('2026-11-15T17:30:00Z', { up: false, received: 0, latency: null, satellites: null })
    await minute('2026-11-10T17:30:00Z', {})
    const { points, gaps, stepMinutes } = (await viewer.get(`/stations/${id}/series?hours=24`)).body
    expect(stepMinutes).toBe(5)
    expect(points).toMatchObject([
      { at: '2026-11-15T17:00:00.000Z', measured: 2, up: 2, latencyMs: 200, satellites: 30, healthPct: 95, gaps: 2 },
      { at: '2026-11-15T17:30:00.000Z', measured: 1, up: 0, latencyMs: null, satellites: null, healthPct: 0 },
    ])
    expect(gaps).toMatchObject([
      { minute: '2026-11-15T17:30:00.000Z', up: false, missingEpochs: 60 },
      { minute: '2026-11-15T17:01:00.000Z', gaps: 2, longestGapMs: 4_000, missingEpochs: 6 },
    ])
    expect((await viewer.get(`/stations/${id}/series?hours=168`)).body.points).toHaveLength(2)
    expect((await viewer.get(`/stations/${id}/series?hours=9999`)).status).toBe(400)
  })
})

describe('importing a station file', () => {
  const send = (path: string, text: string | Buffer, browser = operator) =>
    browser.ask({
      method: 'POST',
      url: path,
      payload: text,
      headers: { ...SAME_ORIGIN, 'content-type': 'application/octet-stream' },
    })
  const preview = (text: string | Buffer) => send('/stations/import/preview', text)
  const FILE = [
    'codigo,nombre,lat,lng,radio_km',
    'CDMX,Ciudad de México,19.4326,-99.1332,',
    'TOLU,Toluca Centro,19.2826,-99.6557,40',
    'LEON,León,21.12,-101.68,',
  ].join('\n')

  it('shows a preview before anything is written', async () => {
    const { rows, valid } = (await preview(FILE)).body
    expect(valid).toBe(true)
    expect(rows.map(({ code, outcome }: { code: string; outcome: string }) => [code, outcome])).toEqual([
      ['CDMX', 'same'],
      ['TOLU', 'changed'],
      ['LEON', 'new'],
    ])
    expect(rows[1].changes).toEqual([
      { field: 'nombre', from: 'Toluca', to: 'Toluca Centro' },
      { field: 'radio_km', from: 50, to: 40 },
    ])
    expect(await codes()).toHaveLength(3)
  })

  it('imports what the preview showed, with an audit entry', async () => {
    expect((await send('/stations/import', FILE)).body).toMatchObject({ created: 1, updated: 2 })
    expect(await codes()).toEqual(['CDMX', 'CUER', 'LEON', 'TOLU'])
    expect(await lastAuditEntry()).toMatchObject({
      action: 'stations.imported',
      details: { created: 1, codes: ['CDMX', 'TOLU', 'LEON'] },
    })
  })

  it('reports errors line by line and then imports nothing', async () => {
    const bad = `${FILE}\nNEW,,95,-99,\nLEON,Again,21,-101,\nX,Without comma,"19,4",-99,`
    const { rows, valid } = (await preview(bad)).body
    expect(valid).toBe(false)
    expect(rows.slice(3)).toMatchObject([
      { where: { kind: 'line', number: 5 }, outcome: 'error', errors: [{ field: 'lat' }, { field: 'nombre' }] },
      { where: { kind: 'line', number: 6 }, outcome: 'error', errors: [{ field: 'codigo' }] },
      { where: { kind: 'line', number: 7 }, outcome: 'error', errors: [{ field: 'lat' }] },
    ])
    expectProblem(await send('/stations/import', bad), 400, 'file_not_readable')
    expect(await codes()).toHaveLength(3)
  })

  it('explains why a file is not readable', async () => {
    expectProblem(await preview(Buffer.from([0xff, 0xfe, 0x41, 0x00])), 400, 'file_not_readable')
    expectProblem(await preview(' '), 400, 'file_not_readable')
    expectProblem(await preview(`codigo\n${'a\n'.repeat(900_000)}`), 400, 'file_not_readable')
    expectProblem(await preview(JSON.stringify(Array(5_001).fill({}))), 400, 'file_not_readable')
    expectProblem(await operator.post('/stations/import', { text: 'x' }), 400, 'file_not_readable')
    expectProblem(await send('/stations/import', FILE, viewer), 403, 'forbidden')
  })
})

it('marks simulated stations in the list and in their detail', async () => {
  await site.db.pool.query('update stations set simulated = (id = $1)', [id])
  const { stations } = (await viewer.get('/stations')).body
  expect(stations.map(({ simulated }: { simulated: boolean }) => simulated)).toEqual([true, false, false])
  expect((await viewer.get(`/stations/${id}`)).body.station.simulated).toBe(true)
})
