import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stepJobs } from '../../../../src/actions/credentials/jobs/run.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { STATIONS } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let operator: Browser
let viewer: Browser
let reseller: Browser
let own: number
let stations: Record<string, number>
beforeAll(async () => {
  site = await TestConsole.start()
  own = await site.owner('Own')
  operator = await site.signedIn('operator')
  viewer = await site.signedIn('viewer')
  reseller = await site.signedIn('reseller', own)
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
  const { body } = await operator.get('/stations')
  stations = Object.fromEntries(body.stations.map(({ code, id }: { code: string; id: number }) => [code, id]))
})
afterAll(() => site.stop())

const create = (name: string, ...codes: string[]) =>
  operator.post('/groups', { name, members: codes.map((code) => stations[code]) })

describe('station groups', () => {
  it('are created, changed, listed by name and removed', async () => {
    const { status, body } = await create('Norte', 'CDMX', 'TOLU')
    expect(status).toBe(201)
    expect(body.group).toMatchObject({
      name: 'Norte',
      stations: 2,
      members: [{ code: 'CDMX' }, { code: 'TOLU' }],
      use: { credentials: 0, products: 0, orders: 0 },
    })
    const changed = await operator.patch(`/groups/${body.group.id}`, { name: 'Zona norte', members: [stations.CUER] })
    expect(changed.body.group).toMatchObject({ name: 'Zona norte', members: [{ code: 'CUER' }] })
    await create('Bajío', 'TOLU')
    expect((await viewer.get('/groups')).body.groups).toMatchObject([{ name: 'Bajío' }, { name: 'Zona norte' }])
    expect((await viewer.get('/groups?search=norte')).body.groups).toMatchObject([{ name: 'Zona norte' }])
    const first = (await viewer.get('/groups?limit=1')).body
    const rest = (await viewer.get(`/groups?limit=1&cursor=${first.nextCursor}`)).body
    expect([first.groups[0].name, rest.groups[0].name, rest.nextCursor]).toEqual(['Bajío', 'Zona norte', null])
    expect((await operator.delete(`/groups/${body.group.id}`)).status).toBe(200)
    expectProblem(await operator.get(`/groups/${body.group.id}`), 404, 'group_not_found')
  })

  it('are rejected without a name or with a name in use', async () => {
    await create('Centro', 'CDMX')
    expect((await create('CENTRO')).status).toBe(409)
    expectInvalid(await create('  '), '/name')
  })

  it('hide their use by others from a reseller', async () => {
    const { id } = (await create('Sur', 'CUER')).body.group
    expect((await reseller.get(`/groups/${id}`)).body.group).toMatchObject({ name: 'Sur', use: null })
  })
})

describe('credentials of a station group', () => {
  let groupId: number
  beforeAll(async () => {
    groupId = (await create('Valle', 'CDMX', 'TOLU')).body.group.id
  })

  it('are issued, found, changed and exported', async () => {
    const { body } = await operator.post('/credentials', { ownerId: own, validitySeconds: 3600, groupId })
    const { id } = body.credential
    expect(body.credential).toMatchObject({ kind: 'network', groupId, groupName: 'Valle', stationId: null })
    expect((await operator.get(`/credentials?groupId=${groupId}`)).body.credentials).toMatchObject([{ id }])
    expect((await operator.get('/credentials?q=valle')).body.credentials).toMatchObject([{ id }])
    expect((await operator.get(`/credentials.csv?groupId=${groupId}`)).text).toMatch(/,Valle,,Own/)
    const both = { ownerId: own, validitySeconds: 3600, groupId, stationId: stations.CDMX }
    expectInvalid(await operator.post('/credentials', both), '/group')
    const changed = await operator.post(`/credentials/${id}/change`, { stationId: stations.CDMX, groupId: null })
    expect(changed.body.credential).toMatchObject({ stationCode: 'CDMX', groupId: null })
    await operator.post(`/credentials/${id}/change`, { stationId: null, groupId })
    expectProblem(await operator.delete(`/groups/${groupId}`), 409, 'group_in_use')
    expect((await operator.get(`/groups/${groupId}`)).body.group.use.credentials).toBe(1)
  })

  const work = async (id: number) => {
    await stepJobs({ ...site.services, db: site.db })
    return (await operator.get(`/credentials/jobs/${id}`)).body
  }
  const opened = (credentials: { label: string; groupName: string | null; stationCode: string | null }[]) =>
    Object.fromEntries(credentials.map(({ label, groupName, stationCode }) => [label, groupName ?? stationCode]))
  const labelled = async (word: string) =>
    opened((await operator.get(`/credentials?ownerId=${own}&q=${word}`)).body.credentials)
  const issueFile = async (file: string, key: string) =>
    (
      await operator.send('POST', `/credentials/jobs?ownerId=${own}&key=${key}&fileName=file.csv`, file, {
        'content-type': 'text/csv',
      })
    ).body.job.id

  it('are issued from a file, each line with its own group', async () => {
    const file = [
      'dias;grupo;station_codigo;label',
      '30;VALLE;;Lote 1',
      '30;;cdmx;Lote 2',
      '30;;;Lote 3',
      '30;Nadie;;Lote 4',
      '30;Valle;CDMX;Lote 5',
    ].join('\n')
    const preview = await operator.send('POST', '/credentials/jobs/preview', file, { 'content-type': 'text/csv' })
    expect(preview.body.rows.map(({ group, problems }: never) => [group, ...(problems as object[])])).toMatchObject([
      ['VALLE'],
      [null],
      [null],
      ['Nadie', { field: 'grupo', code: 'unknown_group' }],
      ['Valle', { field: 'grupo', code: 'station_or_group' }],
    ])
    const { job, failures } = await work(await issueFile(file, 'key-of-a-file-of-groups'))
    expect(job).toMatchObject({ issued: 3, failed: 2 })
    expect(failures.map(({ line }: { line: number }) => line)).toEqual([5, 6])
    expect(await labelled('lote')).toEqual({ 'Lote 1': 'Valle', 'Lote 2': 'CDMX', 'Lote 3': null })
    const { text } = await operator.get(`/credentials/jobs/${job.id}/results.csv`)
    // The group as spelled in the file.
    expect(text.split('\r\n').map((line) => line.split(',').at(-1))).toEqual([
      ...['grupo', 'VALLE', '', '', 'Nadie', 'Valle', ''],
    ])
  })

  it('are changed in bulk from a station or the network to a group and back; other groups stay', async () => {
    const { id: other } = (await create('Otro', 'CUER')).body.group
    const file = 'dias;grupo;station_codigo;label\n1;;CDMX;Masa 1\n1;;;Masa 2\n1;Otro;;Masa 3\n'
    await work(await issueFile(file, 'key-of-a-file-to-change'))
    const { credentials } = (await operator.get(`/credentials?ownerId=${own}&q=masa`)).body
    const ids = credentials.map(({ id }: { id: number }) => id)
    let changes = 0
    const change = async (more: object) =>
      work(
        (
          await operator.post('/credentials/jobs/change', {
            ...{ key: `key-of-a-change-${++changes}`, kind: 'change', ...more },
          })
        ).body.job.id,
      )
    expect((await change({ groupId, matching: { ownerId: own, groupId: other } })).job).toMatchObject({ issued: 1 })
    expect(await labelled('masa')).toEqual({ 'Masa 1': 'CDMX', 'Masa 2': null, 'Masa 3': 'Valle' })
    expect((await change({ groupId, ids })).job).toMatchObject({ issued: 3, failed: 0 })
    expect(await labelled('masa')).toEqual({ 'Masa 1': 'Valle', 'Masa 2': 'Valle', 'Masa 3': 'Valle' })
    expect((await change({ stationId: stations.TOLU, ids: ids.slice(0, 2) })).job).toMatchObject({ issued: 2 })
    expect((await change({ groupId: null, ids: ids.slice(2) })).job).toMatchObject({ issued: 1 })
    expect(Object.values(await labelled('masa')).sort()).toEqual(['TOLU', 'TOLU', null])
    expect((await change({ groupId: 999_999, ids })).job).toMatchObject({ issued: 0, failed: 3 })
    const both = { key: 'key-of-both-at-once', kind: 'change', ids, groupId, stationId: stations.CDMX }
    expectInvalid(await operator.post('/credentials/jobs/change', both), '/groupId')
  })

  it('are issued by orders of a product for the group', async () => {
    const terms = {
      ownerId: own,
      name: '30 días, Valle',
      validitySeconds: 2_592_000,
      amountMinor: 10_000,
      currency: 'MXN',
    }
    expectInvalid(await operator.post('/products', { ...terms, serves: 'group' }), '/groupId')
    expectInvalid(await operator.post('/products', { ...terms, serves: 'group', groupId: 9_999 }), '/groupId')
    expectInvalid(await operator.post('/products', { ...terms, serves: 'network', groupId }), '/groupId')
    const { product } = (await operator.post('/products', { ...terms, serves: 'group', groupId })).body
    expect(product).toMatchObject({ serves: 'group', group: { id: groupId, name: 'Valle' }, station: null })
    const customer = { customerName: 'Ana', customerEmail: 'ana@example.mx' }
    const wish = { ownerId: own, productId: product.id, groupId, ...customer }
    const price = { validitySeconds: 2_592_000, amountMinor: 10_000, currency: 'MXN' }
    const { order } = (await operator.post('/orders', { ...wish, ...price })).body
    expect(order).toMatchObject({ group: { name: 'Valle' }, station: null })
    expect((await operator.get(`/groups/${groupId}`)).body.group.use).toMatchObject({ products: 1, orders: 1 })
    const paid = (await operator.post(`/orders/${order.id}/pay`, {})).body.order
    expect((await operator.get(`/credentials/${paid.credentialId}`)).body.credential).toMatchObject({
      groupName: 'Valle',
    })
  })
})
