import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGroup } from '../../../../../src/actions/stations/groups.ts'
import { byTest } from '../../../../support/action-context.ts'
import { expectInvalid, expectProblem } from '../../../../support/problems.ts'
import { type Browser, TestConsole } from '../../support.ts'

const PATH = '/network-mountpoints'

let site: TestConsole
let operator: Browser

beforeAll(async () => {
  site = await TestConsole.start()
  operator = await site.signedIn('operator')
  await site.service.saveStations({ code: 'LEON', name: 'León', lat: 21.1, lng: -101.6 })
})
afterAll(() => site.stop())

describe('network mountpoints', () => {
  it('are added, listed, changed and removed', async () => {
    const { id: groupId } = await createGroup(byTest(site.service.services), { name: 'Comunidad', members: ['LEON'] })
    const body = { name: 'COMUNIDAD', groupId, isOpen: true, alteration: { form: 'msm4', everySeconds: 5 } }
    const { mountpoint } = (await operator.post(PATH, body)).body
    expect(mountpoint).toMatchObject({
      ...{ name: 'COMUNIDAD', groupId, groupName: 'Comunidad', isOpen: true, label: null },
      ...{ hasEngine: false, engine: null, engineState: null, connected: 0 },
      alteration: { form: 'msm4', everySeconds: 5 },
    })
    const sourcetable = (await operator.get('/sourcetable')).body.offers
    expect(sourcetable.map(({ name, networkId }: { name: string; networkId: number }) => [name, networkId])).toEqual([
      ['COMUNIDAD', mountpoint.id],
      ['RED', null],
      ['LEON', null],
    ])
    expect(sourcetable[0]).toMatchObject({
      kind: 'network',
      isOpen: true,
      state: 'offline',
      alteration: body.alteration,
    })
    const changed = await operator.patch(`${PATH}/comunidad`, { name: 'ABIERTA', groupId: null, label: 'Abierta' })
    expect(changed.body.mountpoint).toMatchObject({ name: 'ABIERTA', groupId: null, groupName: null, label: 'Abierta' })
    expect((await operator.get(PATH)).body.mountpoints.map(({ name }: { name: string }) => name)).toEqual(['ABIERTA'])
    expect((await operator.delete(`${PATH}/ABIERTA`)).status).toBe(200)
    expectProblem(await operator.delete(`${PATH}/ABIERTA`), 404, 'mountpoint_not_found')
  })

  it('hide the address of their engine from resellers, who cannot change them', async () => {
    await operator.post(PATH, { name: 'VRS', engine: 'ntrip://user:pw@192.0.2.9:2101/VRS' })
    const [shown] = (await operator.get(PATH)).body.mountpoints
    expect(shown).toMatchObject({ hasEngine: true, engine: 'ntrip://192.0.2.9:2101/VRS', engineState: null })
    const reseller = await site.signedIn('reseller', await site.owner('Reseller'))
    const [hidden] = (await reseller.get(PATH)).body.mountpoints
    expect(hidden).toMatchObject({ hasEngine: true, engine: null, engineState: null })
    for (const answer of [
      await reseller.post(PATH, { name: 'OTRO' }),
      await reseller.patch(`${PATH}/VRS`, { isOpen: true }),
      await reseller.delete(`${PATH}/VRS`),
    ])
      expectProblem(answer, 403, 'forbidden')
    await operator.delete(`${PATH}/VRS`)
  })

  it('are rejected with faults at their fields', async () => {
    expectInvalid(await operator.post(PATH, { name: 'red' }), '/name')
    expectInvalid(await operator.post(PATH, { name: 'A', engine: 'vrs' }), '/engine')
    expectInvalid(await operator.post(PATH, { name: 'A', engine: 'ntrip://169.254.1.1:2101/VRS' }), '/engine')
    expectInvalid(await operator.post(PATH, { name: 'A', alteration: { form: 'msm9' } }), '/alteration/form')
    expectProblem(await operator.post(PATH, { name: 'A', groupId: 99 }), 404, 'group_not_found')
    expectProblem(await operator.patch(`${PATH}/RED`, { isOpen: true }), 404, 'mountpoint_not_found')
  })
})
