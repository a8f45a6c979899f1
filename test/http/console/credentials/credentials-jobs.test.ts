// Credentials from a file: a preview, then a background job that issues each row once and reports the result.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepJob, stepJobs } from '../../../../src/actions/credentials/jobs/run.ts'
import { tidyPeople } from '../../../../src/start/jobs/tidy-people.ts'
import { matchingOf } from '../../../../web/src/sections/credentials/bulk/matching.ts'
import { expectProblem } from '../../../support/problems.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let reseller: Browser
let own: number
let keys = 0
beforeAll(async () => {
  site = await TestConsole.start()
  await site.service.saveStations(...Object.values(STATIONS))
  own = await site.owner('Own')
  operator = await site.signedIn('operator')
  reseller = await site.signedIn('reseller', own)
})
afterAll(() => site.stop())

const CSV = { 'content-type': 'text/csv' }
const preview = (file: string | Buffer, by = operator) => by.send('POST', '/credentials/jobs/preview', file, CSV)
const newKey = () => `key-of-this-test-${++keys}`
const start = (file: string, key = newKey(), by = operator) =>
  by.send('POST', `/credentials/jobs?ownerId=${own}&key=${key}&fileName=file.csv`, file, CSV)
const look = async (id: number, by = operator) => (await by.get(`/credentials/jobs/${id}`)).body
const fileOf = (rows: number, label = 'Row') =>
  `dias,station_codigo,label\n${Array.from({ length: rows }, (_, index) => `30,CDMX,${label} ${index}`).join('\n')}\n`

async function services() {
  const { book } = await site.services.current()
  return { db: site.db, keys: site.services.keys, book, now: site.services.clock() }
}
const work = () => stepJobs({ ...site.services, db: site.db })
const issued = async (label: string): Promise<number> =>
  (await site.db.pool.query('select count(*) from credentials where label like $1', [`${label} %`])).rows[0].count

describe('the preview', () => {
  it('reports for each line the resulting credential or its errors, and writes nothing', async () => {
    site.service.at('2026-11-14T18:00:00Z')
    const file = [
      '\uFEFFDías;Estación;Etiqueta;Cliente;Correo;Inicio',
      '30;cdmx;Obra "norte";Peña, María;maria@example.mx;2026-11-16',
      '30;NOPE;;;;',
      ';CDMX;;;;',
      '366;CDMX;;;;',
      '1.5;CDMX;;;;',
      '30;CDMX;;;no-mail;',
      '30;CDMX;;;;2020-01-01',
      '30;CDMX;x',
      '',
      `30;CDMX;${'x'.repeat(201)};;;`,
    ].join('\r\n')
    const { status, body, text } = await preview(file)
    expect(status, text).toBe(200)
    const [first, ...others] = body.rows
    expect(first).toEqual({
      line: 2,
      stationCode: 'cdmx',
      group: null,
      label: 'Obra "norte"',
      customerName: 'Peña, María',
      customerEmail: 'maria@example.mx',
      startsAt: '2026-11-16T06:00:00.000Z',
      expiresAt: '2026-12-16T06:00:00.000Z',
      problems: [],
    })
    expect(others.map(({ line, problems }: never) => [line, ...codes(problems)])).toEqual([
      [3, 'station_codigo unknown_station_code'],
      [4, 'dias missing'],
      [5, 'dias not_whole_number'],
      [6, 'dias not_whole_number'],
      [7, 'cliente_email wrong_format'],
      [8, 'inicia_at start_in_past'],
      [9, 'null field_count'],
      [11, 'label too_long'],
    ])
    expect((await operator.get('/credentials')).body.credentials).toEqual([])
    expect((await operator.get('/credentials/jobs')).body.jobs).toEqual([])
  })

  const codes = (problems: { field: string | null; code: string }[]) =>
    problems.map(({ field, code }) => `${field} ${code}`)

  it.each([
    ['nothing', ''],
    ['only a head', 'dias,label\n'],
    ['an unknown column', 'dias,colour\n30,red\n'],
    ['a column twice', 'dias,días\n30,30\n'],
    ['no validity', 'label\nx\n'],
    ['a quote that never ends', 'dias,label\n30,"x\n'],
    ['too many lines', fileOf(10_001)],
    ['millions of them', `dias\n${'1\n'.repeat(3_000_000)}`],
    ['one that never ends', `dias\n${'1,'.repeat(3_000_000)}`],
    ['not UTF-8', Buffer.from('dias,label\n30,Pe\xf1a\n', 'latin1')],
  ])('rejects a file that cannot be read: %s', async (_, file) => {
    expectProblem(await preview(file), 400, 'file_not_readable')
  })

  it('rejects JSON', async () => {
    expectProblem(await operator.post('/credentials/jobs/preview', { csv: 'dias\n30\n' }), 400, 'file_not_readable')
  })

  it('requires both coordinates of a place and stores it with the credential', async () => {
    const file = 'dias;lat;longitud\n30;19,44;-99.14\n30;19.44;\n30;91;0\n30;;\n'
    const faults = (await preview(file)).body.rows.map(({ problems }: { problems: object[] }) => problems)
    expect(faults).toMatchObject([
      [],
      [{ field: 'lng', code: 'missing' }],
      [{ field: 'lat', code: 'number_range' }],
      [],
    ])
    const { body } = await start(file)
    await work()
    expect((await look(body.job.id)).job).toMatchObject({ issued: 2, failed: 2 })
    const { rows } = await site.db.pool.query(
      'select place_lat, place_lng from credentials join issue_job_rows on credential_id = credentials.id where job_id = $1 order by line',
      [body.job.id],
    )
    expect(rows).toEqual([
      { place_lat: 19.44, place_lng: -99.14 },
      { place_lat: null, place_lng: null },
    ])
  })

  it('rejects session limits in the file of a reseller', async () => {
    const file = 'dias,sesiones,si_llena\n30,5,rechazar\n'
    expect((await preview(file)).body.rows[0].problems).toEqual([])
    expect((await preview(file, reseller)).body.rows[0].problems).toMatchObject([{ code: 'sessions_of_operator' }])
  })
})

describe('the job', () => {
  it('issues 500 credentials, reports progress, and lists failures with their reasons', async () => {
    const file = `${fileOf(500, 'Many')}30,NOPE,Many lost\n`
    const { status, body } = await start(file)
    expect(status).toBe(201)
    expect(body.job).toMatchObject({ state: 'running', total: 501, issued: 0, failed: 1, ownerName: 'Own' })
    expect(await stepJob(await services())).toBe(true)
    expect((await look(body.job.id)).job).toMatchObject({ state: 'running', issued: 100, failed: 1 })
    await work()
    const { job, failures } = await look(body.job.id)
    expect(job).toMatchObject({ state: 'finished', issued: 500, failed: 1 })
    expect(failures).toMatchObject([
      { line: 502, problems: [{ field: 'station_codigo', code: 'unknown_station_code' }] },
    ])
    expect(await issued('Many')).toBe(500)
    const entries = (await site.audit()).filter(({ subject_id }) => subject_id === job.id)
    const told = entries.filter(({ action }) => action === 'credential.issued')
    expect(told.flatMap(({ details }) => details.ids)).toHaveLength(500)
  })

  it('is started once if requested twice', async () => {
    const key = newKey()
    const [one, two] = await Promise.all([start(fileOf(3, 'Twice'), key), start(fileOf(3, 'Twice'), key)])
    expect(one.body.job.id).toBe(two.body.job.id)
    await work()
    expect(await issued('Twice')).toBe(3)
  })

  it('issues each row once if several nodes run it', async () => {
    await start(fileOf(450, 'Nodes'))
    await start(fileOf(250, 'Nodes'))
    await Promise.all([work(), work(), work()])
    await work()
    expect(await issued('Nodes')).toBe(700)
  })

  it('rolls back a step that fails, and the next step continues from there', async () => {
    const { body } = await start(fileOf(150, 'Crash'))
    await stepJob(await services())
    await site.db.pool.query('alter table audit_log rename to audit_log_away')
    await expect(stepJob(await services())).rejects.toThrow()
    await site.db.pool.query('alter table audit_log_away rename to audit_log')
    expect(await issued('Crash')).toBe(100)
    expect((await look(body.job.id)).job).toMatchObject({ state: 'running', issued: 100 })
    await work()
    expect(await issued('Crash')).toBe(150)
    expect((await look(body.job.id)).job).toMatchObject({ state: 'finished', issued: 150, failed: 0 })
  })

  it('checks the rules of each row again when it issues the credential', async () => {
    const { body } = await start('dias,station_codigo,label\n30,CUER,Late 1\n30,CDMX,Late 2\n')
    await site.db.pool.query(`update stations set archived_at = now() where code = 'CUER'`)
    await work()
    const { job, failures } = await look(body.job.id)
    expect(job).toMatchObject({ state: 'finished', issued: 1, failed: 1 })
    expect(failures).toMatchObject([{ line: 2, problems: [{ code: 'unknown_station_code' }] }])
  })

  it('can be stopped; issued credentials stay', async () => {
    const { body } = await start(fileOf(300, 'Stop'))
    await stepJob(await services())
    const stopped = await operator.post(`/credentials/jobs/${body.job.id}/stop`)
    expect(stopped.body.job).toMatchObject({ state: 'stopped', issued: 100 })
    await work()
    expect(await issued('Stop')).toBe(100)
    expect((await operator.post(`/credentials/jobs/${body.job.id}/stop`)).body.job.state).toBe('stopped')
    expect((await site.audit()).filter(({ action }) => action === 'issue_job.stopped')).toHaveLength(1)
  })

  it('stores references and metadata, and reports which credential has a reference already', async () => {
    const file = [
      'dias,referencia,metadatos,label',
      '30,REF-1,obra=Norte; equipo=R12,Named 1',
      '30,REF-2,"{""obra"":""a=b; c""}",Named 2',
      '30,REF-1,,Named 3',
      '30,,=,Named 4',
      '',
    ].join('\n')
    const faults = (await preview(file)).body.rows.map(({ problems }: { problems: object[] }) => problems)
    expect(faults).toMatchObject([
      [],
      [],
      [{ field: 'referencia', code: 'twice_in_request' }],
      [{ field: 'metadatos', code: 'wrong_form' }],
    ])
    await start(file)
    await work()
    const { rows } = await site.db.pool.query(
      `select id, reference, metadata from credentials where label like 'Named %' order by reference`,
    )
    expect(rows).toMatchObject([
      { reference: 'REF-1', metadata: { obra: 'Norte', equipo: 'R12' } },
      { reference: 'REF-2', metadata: { obra: 'a=b; c' } },
    ])
    const again = await start('dias,referencia\n30,REF-1\n30,REF-3\n')
    await work()
    const { job, failures } = await look(again.body.job.id)
    expect(job).toMatchObject({ state: 'finished', issued: 1, failed: 1 })
    expect(failures).toMatchObject([
      { problems: [{ field: 'referencia', code: 'reference_taken', params: { id: rows[0].id } }] },
    ])
    const lines = (await operator.get('/credentials.csv?q=REF-1')).text.split('\r\n')
    expect(lines[0]).toMatch(/,referencia,metadatos,grupo,geocerca,organizacion,/)
    expect(lines[1]).toContain('REF-1,"{""obra"":""Norte"",""equipo"":""R12""}"')
  })

  it('is not started if no line is valid', async () => {
    expectProblem(await start('dias,station_codigo\n30,NOPE\n'), 400, 'file_not_readable')
  })

  it('issues only for the reseller itself', async () => {
    const elsewhere = await site.owner('Elsewhere')
    const path = `/credentials/jobs?ownerId=${elsewhere}&key=${newKey()}&fileName=x.csv`
    expectProblem(await reseller.send('POST', path, fileOf(1), CSV), 404, 'owner_not_found')
    const { body } = await start(fileOf(2, 'Theirs'), newKey(), reseller)
    await work()
    expect((await look(body.job.id, reseller)).job).toMatchObject({ state: 'finished', issued: 2 })
  })
})

describe('changing all credentials that match the filters of a list', () => {
  const suspend = (matching: object) =>
    operator.post('/credentials/jobs/change', { key: newKey(), kind: 'suspend', matching })

  it('filters by station and by organization', async () => {
    await start('dias,station_codigo,label\n30,CDMX,Filtered\n30,TOLU,Filtered\n')
    await work()
    const { book } = await site.services.current()
    const [stationId, ownerId] = [String(book.byCode.get('tolu')!.id), String(own)]
    const { status, body, text } = await suspend(matchingOf({ label: 'Filtered', stationId, ownerId }))
    expect(status, text).toBe(201)
    await work()
    expect((await look(body.job.id)).job).toMatchObject({ state: 'finished', total: 1, issued: 1 })
  })

  it('rejects an unknown filter instead of matching everything', async () => {
    const answer = await suspend({ estado: 'expired' })
    expectProblem(answer, 400, 'invalid_request')
    expect(answer.body.errors).toMatchObject([{ pointer: '/matching/estado', code: 'unknown_field' }])
  })
})

describe('the results of a job', () => {
  it('are the file with the outcome per line; passwords only on request, with an audit entry', async () => {
    const { body } = await start('dias,label\n30,=1+1\nx,Wrong\n')
    await work()
    const path = `/credentials/jobs/${body.job.id}/results.csv`
    const plain = (await operator.get(path)).text.split('\r\n')
    expect(plain[0]).toMatch(/^\uFEFFlinea,resultado,motivo,id,usuario,/)
    expect(plain[1]).toMatch(/^2,emitida,,\d+,[a-z0-9]{10},.*,'=1\+1,,,,$/)
    expect(plain[2]).toMatch(/^3,rechazada,"?dias: Debe ser un número entero/)
    const exports = async () => (await site.audit()).filter(({ action }) => action === 'credentials.exported')
    const before = (await exports()).length
    const full = (await operator.post(path)).text.split('\r\n')
    expect(full[1]).toMatch(/,[a-z0-9]{16},https:[^,]+,https:[^,]+\.pdf$/)
    expect((await exports()).slice(before)).toMatchObject([{ details: { passwords: true, job: body.job.id } }])
    expectProblem(await (await site.signedIn('viewer')).post(path), 403, 'forbidden')
  })

  it('are deleted after thirty days; the credentials stay', async () => {
    const { body } = await start(fileOf(1, 'Old'))
    await work()
    await tidyPeople(site.db, new Date(Date.now() + 29 * 86_400_000))
    expect((await site.db.pool.query('select from issue_jobs where id = $1', [body.job.id])).rowCount).toBe(1)
    await tidyPeople(site.db, new Date(Date.now() + 31 * 86_400_000))
    expect((await site.db.pool.query('select from issue_jobs where id = $1', [body.job.id])).rowCount).toBe(0)
    expect(await issued('Old')).toBe(1)
  })
})
