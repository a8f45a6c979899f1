import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { epochFrame } from '../../packages/rtcm/test/support/epochs.ts'
import type { Sessions } from '../../src/caster/sessions/sessions.ts'
import type { RefusalReason } from '../../src/domain/sessions/admission.ts'
import type { CasterRole } from '../../src/start/roles/caster.ts'
import { type Login, Peer, rev1Request, type TestCaster } from '../support/caster.ts'
import { stationIdOf } from '../support/rows.ts'

/** Waits until a pushed station sends data, or until it has stopped. */
export async function isLive(
  { service, role: first }: TestCaster,
  code: string,
  role: CasterRole = first,
  live = true,
): Promise<void> {
  const stationId = await stationIdOf(service, code)
  await vi.waitUntil(() => role.caster.sources.stations.isFlowing(stationId) === live, { interval: 5, timeout: 90_000 })
}

/** A base that sends an epoch and then a dot every 40 ms. It counts as a network base for a minute. */
export async function flowingBase(
  caster: TestCaster,
  { code, mountpoint }: { code: string; mountpoint: string },
  role: CasterRole = caster.role,
): Promise<{ peer: Peer; stop(): void }> {
  const peer = await caster.base(code, mountpoint, role.caster.address.port)
  peer.write(epochFrame())
  const timer = setInterval(() => peer.write('.'), 40)
  await isLive(caster, code, role)
  const stop = () => {
    clearInterval(timer)
    peer.close()
  }
  caster.stopWithIt({ stop })
  return { peer, stop }
}

/** Makes the station live for at least three seconds, and sends nothing more by itself. */
export async function quietBase(
  caster: TestCaster,
  station: { code: string; mountpoint: string },
  role: CasterRole = caster.role,
): Promise<Peer> {
  const peer = await caster.base(station.code, station.mountpoint, role.caster.address.port)
  peer.write(epochFrame())
  await isLive(caster, station.code, role)
  return peer
}

export async function hearsMore(peer: Peer): Promise<void> {
  const before = peer.received.length
  await vi.waitUntil(() => peer.received.length > before + 2, { interval: 5, timeout: 90_000 })
}

export const basic = (username: string, password: string) =>
  `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n`

export const rev2Request = (mountpoint: string, { username, password }: Omit<Login, 'id'>, more = '') =>
  `GET /${mountpoint} HTTP/1.1\r\nHost: caster.example.mx:2101\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP test\r\n${basic(username, password)}${more}\r\n`

/** Sends this and returns the reply up to the end of the connection. */
export async function ask(port: number, request: string | Buffer): Promise<string> {
  const peer = await Peer.open(port, request)
  const said = await peer.all()
  peer.close()
  return said
}

/** The reply to a rev1 rover that is rejected. */
export const askRev1 = (port: number, mountpoint: string, { username, password }: Omit<Login, 'id'>) =>
  ask(port, rev1Request(mountpoint, username, password))

/** Retries until it is admitted: never before `start`, and always after it. Returns the rejections. */
export async function letInFrom(
  start: Date,
  port: number,
  mountpoint: string,
  { username, password }: Login,
): Promise<string[]> {
  const refusals: string[] = []
  for (;;) {
    const askedAt = Date.now()
    const peer = await Peer.open(port, rev1Request(mountpoint, username, password))
    await vi.waitUntil(() => peer.received.length > 0, { interval: 1, timeout: 90_000 })
    peer.close()
    if (peer.text.startsWith('ICY 200 OK')) {
      expect(Date.now()).toBeGreaterThanOrEqual(start.getTime())
      return refusals
    }
    expect(askedAt).toBeLessThan(start.getTime())
    refusals.push(peer.text)
    await pause(Math.max(start.getTime() - Date.now() - 100, 30))
  }
}

export const statusOf = (answer: string) => Number(/^HTTP\/1\.[01] (\d{3}) /.exec(answer)?.[1])

/** Replaces the only variable part of a reply, its date. */
export const undated = (answer: string) => answer.replace(/Date: [A-Z][a-z]{2}, [^\r]* GMT\r\n/, 'Date: then\r\n')

/** The recorded rejections of a user, oldest first. */
export async function refusalsOf(caster: TestCaster, username: string) {
  const { rows } = await caster.service.db.pool.query<{
    reason: RefusalReason
    times: number
    mountpoint: string
    credential_id: number | null
    address: string
    agent: string
    first_at: Date
    last_at: Date
  }>('select * from refusals where username = $1 order by id', [username])
  return rows
}

export async function changeCredential(caster: TestCaster, id: number, change: Record<string, unknown>): Promise<void> {
  const assignments = Object.keys(change).map((column, index) => `${column} = $${index + 2}`)
  await caster.service.db.pool.query(`update credentials set ${assignments.join(', ')} where id = $1`, [
    id,
    ...Object.values(change),
  ])
}

export const pause = (milliseconds: number) => sleep(milliseconds)
export const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000)

/** Runs a minute of recording rounds, in which every rover has its turn. */
export function aMinuteOfLooks(sessions: Pick<Sessions, 'recordSome'>): void {
  for (let looks = 0; looks < 60; looks++) sessions.recordSome()
}
