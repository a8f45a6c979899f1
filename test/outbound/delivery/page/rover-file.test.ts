// Files of rovers on the customer's page: they are admitted before their content is received.
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../support/process.ts'
import { type Client, STATIONS } from '../../../support/service.ts'
import { CustomerSite } from '../support.ts'

const FILE_BYTES = 30_000_000
const START = 'una foto'

let site: CustomerSite
let client: Client
let port: number
let addresses = 0

beforeAll(async () => {
  site = await CustomerSite.start()
  await site.service.saveStations(STATIONS.cdmx)
  client = site.service.as((await site.service.token(undefined, 'Operator')).secret)
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  port = (site.app.server.address() as AddressInfo).port
})
afterAll(() => site.stop())

async function issue(hoursPerMonth: number) {
  const { credential } = (await client.post('/credentials', { segundos: 86_400, station_codigo: 'CDMX' })).body
  await site.service.db.pool.query('update credentials set rinex_hours_per_month = $2 where id = $1', [
    credential.id,
    hoursPerMonth,
  ])
  return new URL(credential.url).pathname
}

/** Sends the headers and the first bytes of a file, from an address of its own. */
function startUpload(path: string, bytes = FILE_BYTES) {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': bytes }
  const forwarded = { 'x-forwarded-for': `203.0.113.${++addresses}` }
  const sent = request({
    ...{ host: '127.0.0.1', port, agent: false, method: 'POST', path: `${path}/rinex/rover?lang=es` },
    headers: { ...headers, ...forwarded },
  })
  sent.write(START)
  const answered = once(sent, 'response').then(([{ statusCode, headers }]) => [statusCode, headers['retry-after']])
  sent.on('error', () => {})
  answered.catch(() => {})
  return { sent, answered }
}

it('rejects a file before its content is received', async () => {
  for (const [path, status] of [
    ['/c/unknown', 404],
    [await issue(0), 422],
  ] as const) {
    const { sent, answered } = startUpload(path)
    expect(await answered).toEqual([status, undefined])
    sent.destroy()
  }
})

/** Opens the uploads at once, and returns the first answer: the admitted ones wait for the rest of their files. */
async function firstAnswer(paths: readonly string[]) {
  const uploads = paths.map((path) => startUpload(path))
  const answer = await Promise.race(uploads.map(({ answered }) => answered))
  for (const { sent } of uploads) sent.destroy()
  return answer
}

it('receives one file per credential at once', async () => {
  const path = await issue(10)
  expect(await firstAnswer([path, path])).toEqual([429, '10'])
})

it('receives four files at once, and another after they ended', async () => {
  const paths = await Promise.all(Array.from({ length: 5 }, () => issue(10)))
  expect(await firstAnswer(paths)).toEqual([429, '10'])
  await until(async () => {
    const { sent, answered } = startUpload(paths[0]!, START.length)
    sent.end()
    return (await answered)[0] === 422
  })
})
