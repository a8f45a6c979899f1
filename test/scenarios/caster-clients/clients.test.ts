// The requests of many clients, byte for byte. Checks that each gets the response that it needs.

import { chunk, writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isLive } from '../../caster/helpers.ts'
import { type Login, Peer, TestCaster } from '../../support/caster.ts'
import { ALL_FORMS, ROVERS, SOURCES, TABLES } from './all-forms.ts'
import { beating, beatingBase, framesIn } from './beats.ts'
import type { ClientForm } from './form.ts'
import { matrix } from './matrix.ts'

// The tests mostly wait.
vi.setConfig({ maxConcurrency: 100 })

const HERE = { lat: 19.4326, lng: -99.1332 }
const GGA = `${writeGga({ lat: HERE.lat + 0.01, lng: HERE.lng }, new Date('2026-11-15T12:00:00Z'))}\r\n`
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ quietMs: 200 })
  const pushed = SOURCES.map((_, place) => ({
    code: `S${place}`,
    name: `Fuente ${place}`,
    mountpoint: `S${place}_RTCM`,
    lat: HERE.lat + 3 + place, // out of reach
    lng: HERE.lng,
  }))
  await caster.service.saveStations({ code: 'B', name: 'Mérida', mountpoint: 'BASE_RTCM', ...HERE }, ...pushed)
  await beatingBase(caster, 'B', 'BASE_RTCM')
})
afterAll(() => caster.stop())

const asked = (mountpoint: string, { username, password }: Omit<Login, 'id'>) => ({
  ...{ mountpoint, username, password, gga: GGA },
  port: caster.port,
})

/** Splits the response into its header and the data; `null` until the header is complete. */
function parts(received: Buffer, headEnds: number): { head: string; data: Buffer } | null {
  let at = -1
  for (let count = 0; count < headEnds; count++) at = received.indexOf('\r\n\r\n', at + 1)
  return at < 0 ? null : { head: received.toString('latin1', 0, at + 4), data: received.subarray(at + 4) }
}

function expectAnswer(form: ClientForm, head: string): void {
  if (!form.needs?.some((need) => need instanceof RegExp)) expect(head.startsWith(`${form.answer}\r\n`)).toBe(true)
  for (const need of form.needs ?? [])
    if (need instanceof RegExp) expect(head).toMatch(need)
    else expect(head).toContain(need)
}

async function expectFrames(of: () => Buffer): Promise<void> {
  await vi.waitUntil(() => framesIn(of()).frames >= 8, { timeout: 90_000, interval: 20 })
  expect(framesIn(of())).toMatchObject({ badCrcs: 0, skippedBytes: 0 })
}

describe.concurrent('a rover', () => {
  it.each(ROVERS.map((form) => [`${form.client} (${form.revision})`, form] as const))('%s', async (_, form) => {
    const login = await caster.issue(form.network ? {} : { station_codigo: 'B' })
    const rover = await Peer.open(caster.port, form.sends(asked(form.network ? 'RED' : 'BASE_RTCM', login)))
    await vi.waitUntil(() => parts(rover.received, 1) !== null, { timeout: 90_000, interval: 5 })
    expectAnswer(form, parts(rover.received, 1)!.head)
    await expectFrames(() => parts(rover.received, 1)!.data)
    rover.close()
  })
})

describe.concurrent('a station that pushes', () => {
  it.each(SOURCES.map((form, place) => [`${form.client} (${form.revision})`, form, place] as const))(
    '%s',
    async (_, form, place) => {
      const [code, mountpoint] = [`S${place}`, `S${place}_RTCM`]
      const password = await caster.secretOf(code)
      const source = await Peer.open(caster.port, form.sends(asked(mountpoint, { username: 'base', password })))
      const headEnds = form.needs ? 2 : 1
      await vi.waitUntil(() => parts(source.received, headEnds) !== null, { timeout: 90_000, interval: 5 })
      expectAnswer(form, source.text)
      const beats = beating((bytes) => source.write(form.chunked ? chunk(bytes) : bytes))
      await isLive(caster, code)
      const rover = await caster.rover(await caster.issue({ station_codigo: code }), mountpoint)
      await expectFrames(() => rover.received)
      beats.stop()
      rover.close()
      source.close()
    },
  )
})

describe.concurrent('a sourcetable request', () => {
  it.each(TABLES.map((form) => [`${form.client} (${form.revision})`, form] as const))('%s', async (_, form) => {
    const peer = await Peer.open(caster.port, form.sends(asked('', { username: 'any', password: 'any' })))
    const answer = await peer.all()
    peer.close()
    expectAnswer(form, answer)
    const { head, data } = parts(Buffer.from(answer, 'latin1'), 1)!
    expect(head).toContain(`\r\nContent-Length: ${data.length}\r\n`)
    const name = form.revision === 'HTTP' ? 'Mérida' : 'Merida'
    expect(data.toString()).toContain(`STR;BASE_RTCM;${name};RTCM 3.2;`)
    expect(data.toString()).toMatch(/\r\nENDSOURCETABLE\r\n$/)
  })
})

it('matches the matrix in docs/clients.md and docs/es/clients.md', async () => {
  expect(new Set(ALL_FORMS.map(({ client, as, revision }) => `${client} ${as} ${revision}`)).size).toBe(
    ALL_FORMS.length,
  )
  await expect(matrix('en')).toMatchFileSnapshot('../../../docs/clients.md')
  await expect(matrix('es')).toMatchFileSnapshot('../../../docs/es/clients.md')
})
