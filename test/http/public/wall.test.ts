import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWallLink, withdrawWallLink } from '../../../src/actions/network/wall-links.ts'
import type { App } from '../../../src/base/serving/app.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { coarsePosition } from '../../../src/domain/network/overview/wall.ts'
import { buildApi } from '../../../src/http/api/server.ts'
import { Wall } from '../../../src/http/public/contract.ts'
import { publicRoutes } from '../../../src/http/public/public.ts'
import { keepNode } from '../../support/rows.ts'
import { TestService } from '../../support/service.ts'

const NOW = new Date('2026-11-14T18:00:30Z')
let service: TestService
let app: App
let link: Awaited<ReturnType<typeof createWallLink>>

const context = () => ({ db: service.db, now: NOW, by: system('test') })
const open = () =>
  buildApi({
    ...service.services,
    otherRoutes: [
      publicRoutes({
        ...service.services,
        clock: () => NOW,
        ...{
          baseUrl: 'https://rtk.example.mx',
          bundle: null,
          statusPage: false,
          coveragePage: false,
          simulated: false,
          mapTiles: null,
        },
      }),
    ],
  })
const get = (key: string, from = app) => from.inject({ method: 'GET', url: `/public/wall/${key}` })

beforeAll(async () => {
  service = await TestService.start()
  const place = { federalState: 'CDMX', lat: 19.4, lng: -99.1 }
  await service.saveStations({ code: 'CDMX', name: 'Ciudad de México', mountpoint: 'CDMX', ...place })
  await keepNode(service.db, 'caster')
  await service.db.pool.query(
    `insert into sessions (id, node, credential_id, username, mountpoint, station_id, started_at, address, agent, bytes,
       lat, lng, quality, position_at)
     select 'secret-session', 'caster', null, 'anaquiroga', 'RED', id, now(), '198.51.100.4', 'NTRIP Test', 1000,
       19.43261, -99.13321, 4, now() from stations`,
  )
})
afterAll(() => service.stop())
beforeEach(async () => {
  link = await createWallLink(context(), 'Recepción')
  app = await open()
  return () => app.close()
})

describe('the public wall', () => {
  it('shows the network without customers, addresses and exact positions of rovers', async () => {
    const answer = await get(link.key)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    const { ok, ...wall } = answer.json()
    expect(ok).toBe(true)
    expect([...Compile(Wall).Errors(wall)]).toEqual([])
    expect(wall).toMatchObject({
      rovers: { connected: 1, fixed: 1 },
      stations: [{ id: 0, code: 'CDMX', status: 'online', measured: false }],
      located: [{ id: '0', lat: 19.45, lng: -99.15, stationId: 0, quality: 4 }],
    })
    for (const secret of ['anaquiroga', '198.51.100.4', 'secret-session', '19.4326', '99.1332'])
      expect(answer.body).not.toContain(secret)
  })

  it('works with its own link only, until the link is withdrawn', async () => {
    expect((await get('x'.repeat(24))).statusCode).toBe(404)
    expect((await get('short')).statusCode).toBe(404)
    const other = await createWallLink(context(), 'Otra')
    await withdrawWallLink(context(), link.link.id)
    expect((await get(link.key)).statusCode).toBe(404)
    expect((await get(other.key)).statusCode).toBe(200)
  })

  it('limits the requests of one address', async () => {
    const codes: number[] = []
    for (let sent = 0; sent < 620; sent++) codes.push((await get('x'.repeat(24))).statusCode)
    expect(new Set(codes)).toEqual(new Set([404, 429]))
    expect(codes.filter((code) => code === 404)).toHaveLength(600)
  })
})

it('a coarse position is the centre of its cell', () => {
  expect(coarsePosition({ lat: -0.01, lng: 179.99 })).toEqual({ lat: -0.05, lng: 179.95 })
})
