// GET /stations/{id}/equipo: receivers and antennas of a station over time.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EquipmentFacts } from '../../src/domain/archive/equipment.ts'
import { insertEquipment } from '../../src/store/stations/equipment.ts'
import { expectProblem } from '../support/problems.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'

const RECEIVER: EquipmentFacts = {
  kind: 'receiver',
  ...{ type: 'LEICA GR50', serial: '1870123', firmware: '4.50', radome: '', up: null, east: null, north: null },
}
const ANTENNA: EquipmentFacts = {
  kind: 'antenna',
  ...{ type: 'LEIAR25.R4', serial: '', firmware: '', radome: 'LEIT', up: 0.1, east: 0, north: -0.0012 },
}

let service: TestService
let client: Client
let id: number

beforeAll(async () => {
  service = await TestService.start()
  await service.saveStations(STATIONS.cdmx)
  client = await service.client(['read'])
  id = (await service.services.current()).book.byCode.get('cdmx')!.id
})
afterAll(() => service.stop())

it('lists what was installed, and what is', async () => {
  expect((await client.get(`/stations/${id}/equipo`)).body).toEqual({
    ...{ ok: true, station: { id, codigo: 'CDMX' }, equipo: [] },
  })
  const [from, changed] = [new Date('2024-01-02T03:04:00Z'), new Date('2025-06-07T08:09:00Z')]
  await insertEquipment(service.db, id, { ...RECEIVER, installedAt: from, removedAt: changed }, 'stream')
  await insertEquipment(
    service.db,
    id,
    { ...RECEIVER, firmware: '4.60', installedAt: changed, removedAt: null },
    'operator',
  )
  await insertEquipment(service.db, id, { ...ANTENNA, installedAt: from, removedAt: null }, 'operator')
  const { status, body } = await client.get(`/stations/${id}/equipo`)
  expect(status).toBe(200)
  const noAntenna = { radomo: null, arriba_m: null, este_m: null, norte_m: null }
  expect(body.equipo).toEqual([
    {
      ...{ tipo: 'receptor', modelo: 'LEICA GR50', serie: '1870123', firmware: '4.60', ...noAntenna },
      ...{ desde: changed.toISOString(), hasta: null },
    },
    {
      ...{ tipo: 'receptor', modelo: 'LEICA GR50', serie: '1870123', firmware: '4.50', ...noAntenna },
      ...{ desde: from.toISOString(), hasta: changed.toISOString() },
    },
    {
      ...{ tipo: 'antena', modelo: 'LEIAR25.R4', serie: null, firmware: null, radomo: 'LEIT' },
      ...{ arriba_m: 0.1, este_m: 0, norte_m: -0.0012, desde: from.toISOString(), hasta: null },
    },
  ])
})

it('rejects unknown stations, and tokens that may not read', async () => {
  expectProblem(await client.get('/stations/9999/equipo'), 404, 'station_not_found')
  const other = await service.client(['revoke'])
  expectProblem(await other.get(`/stations/${id}/equipo`), 403, 'insufficient_scope')
})
