import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectProblem } from '../../../support/problems.ts'
import { stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { TestConsole } from '../support.ts'

type Person = Awaited<ReturnType<TestConsole['user']>>

const EVA = { name: 'Eva', email: 'eva@example.mx', language: 'es' }

let site: TestConsole
let operator: Person
let viewer: Person
let reseller: Person
let hosts: string
beforeAll(async () => {
  const mail = { server: 'smtp', from: 'rtk@example.mx', sendTest: async () => ({ said: 'ok', failure: null }) }
  site = await TestConsole.start(undefined, {}, { mail })
  operator = await site.user('operator')
  viewer = await site.user('viewer')
  reseller = await site.user('reseller', await site.owner('Own'))
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  hosts = `/stations/${await stationIdOf(site.service, 'CDMX')}/hosts`
})
afterAll(() => site.stop())

it('adds, lists and removes hosts, without their key', async () => {
  const answer = await operator.browser.post(hosts, EVA)
  expect(answer.status).toBe(201)
  expect(answer.body.hosts).toMatchObject([{ ...EVA, confirmedAt: null, report: null }])
  expect(answer.body.hosts[0].key).toBeUndefined()
  expect(await site.lastAuditEntry()).toMatchObject({ action: 'host.added' })
  await site.db.pool.query(`update station_hosts set reported_month = '2026-10', confirmed_at = now()`)
  expect((await viewer.browser.get(hosts)).body.hosts).toMatchObject([
    { report: { month: '2026-10', state: null, error: null } },
  ])
  const { id } = answer.body.hosts[0]
  expect((await operator.browser.delete(`${hosts}/${id}`)).body.hosts).toEqual([])
  expectProblem(await operator.browser.delete(`${hosts}/${id}`), 404, 'host_not_found')
})

it('rejects what is no name or address, users who may not, and stations that do not exist', async () => {
  expectProblem(await operator.browser.post(hosts, { ...EVA, email: 'eva' }), 400, 'invalid_request')
  expectProblem(await operator.browser.post(hosts, { ...EVA, name: '' }), 400, 'invalid_request')
  expectProblem(await operator.browser.post('/stations/999999/hosts', EVA), 404, 'station_not_found')
  expectProblem(await viewer.browser.post(hosts, EVA), 403, 'forbidden')
  await operator.browser.post(hosts, EVA)
  expectProblem(await reseller.browser.get(hosts), 403, 'forbidden')
})
