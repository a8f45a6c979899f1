import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeGroup, createGroup, removeGroup } from '../../src/actions/stations/groups.ts'
import { byTest } from '../support/action-context.ts'
import { eventsOf } from '../support/events.ts'
import { expectInvalid } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

let service: TestService
let client: Client
const context = () => byTest(service.services)

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca, STATIONS.cuernavaca)
  client = await service.client()
  await createGroup(context(), { name: 'Valle de México', members: ['CDMX', 'TOLU'] })
  await createGroup(context(), { name: 'Sur', members: ['CUER'] })
})
afterAll(() => service.stop())

const issue = (body: object = {}) => client.post('/credentials', { segundos: 3600, ...body })
const change = (id: number, body: object) => client.patch(`/credentials/${id}`, body)

describe('GET /grupos', () => {
  it('lists groups newest first, with the codes of their stations, in pages', async () => {
    const { body } = await client.get('/grupos')
    expect(body).toEqual({
      ok: true,
      grupos: [
        { id: expect.any(Number), nombre: 'Sur', estaciones: ['CUER'] },
        { id: expect.any(Number), nombre: 'Valle de México', estaciones: ['CDMX', 'TOLU'] },
      ],
      next_cursor: null,
    })
    const first = await client.get('/grupos?limit=1')
    expect(first.body.grupos.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Sur'])
    const second = await client.get(`/grupos?limit=1&cursor=${first.body.next_cursor}`)
    expect(second.body).toMatchObject({ grupos: [{ nombre: 'Valle de México' }], next_cursor: null })
  })
})

describe('a credential of a group', () => {
  it("is a network credential with the group's name, in every response and event", async () => {
    const { status, body } = await issue({ grupo: 'valle de méxico' })
    expect(status).toBe(201)
    const told = { tipo: 'red', grupo: 'Valle de México', mountpoint: 'RED', station_id: null, station_codigo: null }
    expect(body.credential).toMatchObject(told)
    expect((await client.get(`/credentials/${body.credential.id}`)).body.credential).toMatchObject(told)
    const [event] = await eventsOf(service, body.credential.id)
    expect(event!.body.data.credential).toMatchObject(told)
  })

  it('has a null group for a station or the network', async () => {
    expect((await issue({ station_codigo: 'CDMX' })).body.credential).toMatchObject({ tipo: 'base', grupo: null })
    expect((await issue()).body.credential).toMatchObject({ tipo: 'red', grupo: null })
  })

  it('is rejected at the field for an unknown name or together with a station', async () => {
    expectInvalid(await issue({ grupo: 'Norte' }), '/grupo')
    expectInvalid(await issue({ grupo: '' }), '/grupo')
    expectInvalid(await issue({ grupo: 'Sur', station_codigo: 'CDMX' }), '/grupo')
    const batch = {
      credentials: [
        { segundos: 3600, grupo: 'Sur' },
        { segundos: 3600, grupo: 'Norte' },
      ],
    }
    expectInvalid(await client.post('/credentials/batch', batch), '/credentials/1/grupo')
  })

  it('can be issued in batches', async () => {
    const { body } = await client.post('/credentials/batch', {
      credentials: [{ segundos: 3600, grupo: 'Sur' }, { segundos: 3600 }],
    })
    expect(body.credentials.map(({ grupo }: { grupo: string }) => grupo)).toEqual(['Sur', null])
  })

  it('is found by its group', async () => {
    const { id } = (await issue({ grupo: 'Sur', label: 'the newest' })).body.credential
    const { body } = await client.get('/credentials?grupo=SUR&limit=1')
    expect(body.credentials).toMatchObject([{ id, grupo: 'Sur' }])
    expect((await client.get('/credentials?grupo=Sur&tipo=base')).body.credentials).toEqual([])
  })

  it('rejects an unknown group or station filter at its field', async () => {
    expectInvalid(await client.get('/credentials?grupo=Norte'), '/grupo')
    expectInvalid(await client.get('/credentials?station_codigo=NORTE'), '/station_codigo')
  })
})

describe('changing the access of a credential', () => {
  it('moves from the network to a group, to a station and back, with events', async () => {
    const { id } = (await issue()).body.credential
    expect((await change(id, { grupo: 'Sur' })).body.credential).toMatchObject({ grupo: 'Sur', tipo: 'red' })
    const updated = (await eventsOf(service, id)).at(-1)!.body
    expect(updated).toMatchObject({ type: 'credential.updated', data: { cambios: ['grupo'] } })
    expect((await change(id, { station_codigo: 'CDMX' })).body.credential).toMatchObject({
      grupo: null,
      station_codigo: 'CDMX',
      tipo: 'base',
    })
    expect((await change(id, { grupo: 'sur' })).body.credential).toMatchObject({ grupo: 'Sur', station_id: null })
    expect((await change(id, { grupo: null })).body.credential).toMatchObject({ grupo: null, station_id: null })
    expect((await change(id, { station_id: null, grupo: 'Sur' })).body.credential).toMatchObject({ grupo: 'Sur' })
  })

  it('is rejected at the field with both or with an unknown name', async () => {
    const { id } = (await issue()).body.credential
    expectInvalid(await change(id, { grupo: 'Sur', station_codigo: 'CDMX' }), '/grupo')
    expectInvalid(await change(id, { grupo: 'Norte' }), '/grupo')
  })

  it('keeps the group if other fields change', async () => {
    const { id } = (await issue({ grupo: 'Sur' })).body.credential
    expect((await change(id, { label: 'x' })).body.credential).toMatchObject({ grupo: 'Sur', label: 'x' })
  })
})

describe('the group itself', () => {
  it('is shown by its new name at once', async () => {
    const { id } = (await issue({ grupo: 'Sur' })).body.credential
    await changeGroup(context(), { name: 'Sur' }, { name: 'Sureste' })
    expect((await client.get(`/credentials/${id}`)).body.credential.grupo).toBe('Sureste')
    await changeGroup(context(), { name: 'Sureste' }, { name: 'Sur' })
  })

  it('is shown by its id after removal, not as the whole network', async () => {
    await createGroup(context(), { name: 'Breve', members: ['CDMX'] })
    const { id } = (await issue({ grupo: 'Breve' })).body.credential
    await client.delete(`/credentials/${id}`)
    const gone = await removeGroup(context(), { name: 'Breve' })
    expect((await client.get(`/credentials/${id}`)).body.credential.grupo).toBe(`#${gone.id}`)
  })

  it('is explained in the diagnosis', async () => {
    const { id } = (await issue({ grupo: 'Valle de México' })).body.credential
    const { body } = await client.get(`/credentials/${id}/diagnostico`)
    expect(body.hallazgos[1]).toMatchObject({
      codigo: 'opens_group',
      grave: false,
      texto: expect.stringContaining('"Valle de México": 2 stations'),
    })
  })
})
