// Following an upstream sourcetable when names pass from one station to another.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addUpstream, changeUpstream, removeUpstream } from '../../../../src/actions/network/upstreams/set.ts'
import type { ReportedStream } from '../../../../src/domain/network/upstreams/upstream.ts'
import { upstreamFollowing } from '../../../../src/start/jobs/follow-upstreams.ts'
import { findUpstream } from '../../../../src/store/network/upstreams/rows.ts'
import { byTest } from '../../../support/action-context.ts'
import { TestService } from '../../../support/service.ts'

const NAME = 'OLD'
const TOLD: ReportedStream = {
  ...{ identifier: 'X', format: 'RTCM 3.2', formatDetails: '', carrier: 2, navSystem: 'GPS', country: 'MEX' },
  ...{ lat: 19.4, lng: -99.1, needsGga: false, fromNetwork: false, generator: '', bitrate: null, via: [] },
}

let service: TestService
const context = () => byTest(service.services)

async function follow(mountpoints: readonly string[]) {
  const { db, keys } = service.services
  const streams = mountpoints.map((mountpoint) => ({ ...TOLD, mountpoint }))
  const readTable = async () => ({ streams, mark: null, listed: streams.length, beyond: [] })
  await service.db.pool.query('update upstream_tables set due_at = to_timestamp(0)')
  await upstreamFollowing({ db, keys, clock: () => new Date(), readTable, info() {} })()
  return findUpstream(db, { name: NAME })
}

/** Stations by their upstream mountpoint. */
const stations = async () => {
  const text = `select upstream_mountpoint as there, id, mountpoint as here, upstream_listed as listed
    from stations where upstream_id is not null`
  const { rows } = await service.db.pool.query<{ there: string; id: number; here: string; listed: boolean }>(text)
  return new Map(rows.map(({ there, ...rest }) => [there, rest]))
}

beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())
beforeEach(async () => {
  if (await findUpstream(service.db, { name: NAME })) await removeUpstream(context(), { name: NAME })
  await service.db.pool.query('truncate stations cascade')
  await addUpstream(context(), { name: NAME, url: 'ntrip://127.0.0.1:2101' })
})

it('leaves out a mountpoint whose new name belongs to an unlisted station', async () => {
  await follow(['B', 'AB'])
  await follow(['B'])
  await changeUpstream(context(), { name: NAME }, { prefix: 'A' })
  expect(await follow(['B', 'C'])).toMatchObject({ answers: true, leftOut: [{ mountpoint: 'B' }] })
  const now = await stations()
  expect(now.get('AB')).toMatchObject({ here: 'AB', listed: false })
  expect(now.get('B')).toMatchObject({ here: 'B', listed: false })
  expect(now.get('C')).toMatchObject({ here: 'AC', listed: true })
})

it('passes a name between stations that are written in different batches', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `S${index}`)
  const all = ['B', ...many, 'AB']
  await follow(all)
  await changeUpstream(context(), { name: NAME }, { prefix: 'A' })
  expect(await follow(all)).toMatchObject({ answers: true, leftOut: [] })
  const now = await stations()
  expect([now.get('B')?.here, now.get('AB')?.here]).toEqual(['AB', 'AAB'])
})

it('keeps the station of a mountpoint whose case changes in the sourcetable', async () => {
  await follow(['mex1'])
  const { id } = (await stations()).get('mex1')!
  expect(await follow(['MEX1'])).toMatchObject({ answers: true, leftOut: [] })
  expect([...(await stations())]).toEqual([['MEX1', { id, here: 'MEX1', listed: true }]])
})
