// One credential, many devices that connect at once, as after a restart: all are admitted, every attempt is answered.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { Devices, type DevicesOptions } from '../../../support/devices.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { changeCredential, pause, quietBase, rev2Request } from '../../helpers.ts'

const { cdmx } = STATIONS
/** Devices that retry several times a second and wait at most two seconds for an answer: worse than most. */
const IMPATIENT = { retryMs: 300, timeoutMs: 2_000 }

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
  // Once a second, like a real base, because each write is sent to a thousand rovers.
  const base = await quietBase(caster, cdmx)
  const beat = setInterval(() => base.write('.'), 1_000)
  caster.stopWithIt({ stop: () => clearInterval(beat) })
})
afterAll(() => caster.stop())

async function issueFor(sessions: number) {
  const login = await caster.issue({ station_codigo: 'CDMX' })
  await changeCredential(caster, login.id, { max_sessions: sessions })
  return login
}

function play(
  { username, password }: { username: string; password: string },
  count: number,
  more: Partial<DevicesOptions> = {},
): Devices {
  const logins = Array(count).fill(`${username}:${password}`)
  const devices = new Devices({ port: caster.port, mountpoint: cdmx.mountpoint, logins, ...IMPATIENT, ...more })
  onTestFinished(() => devices.stop())
  return devices
}

const addresses = (count: number) =>
  Array.from({ length: count }, (_, place) => `127.0.${1 + (place >> 7)}.${1 + (place & 127)}`)

describe('a fleet that connects at once', () => {
  it.each([
    ['50 devices behind one address', 50, 1],
    ['50 devices at 50 addresses', 50, 50],
    ['1,000 devices behind one address', 1_000, 1],
    ['1,000 devices at 1,000 addresses', 1_000, 1_000],
  ])('is admitted completely at the first attempt and stays: %s', async (_, count, places) => {
    const login = await issueFor(count)
    const devices = play(login, count, { addresses: addresses(places), timeoutMs: 20_000 })
    await until(() => devices.fare.in === count)
    expect(devices.fare).toMatchObject({ in: count, tries: count, told: {}, silent: 0, lost: 0, impatient: 0 })
    expect(caster.role.caster.sessions.countOf(login.id)).toBe(count)
  })

  it('gets an answer to every attempt of 60 devices that fight for 5 sessions behind one address', async () => {
    const login = await issueFor(5)
    const devices = play(login, 60, { retryMs: 20 })
    await until(() => devices.fare.tries > 2_000)
    expect(devices.fare.silent).toBe(0)
    expect(Object.keys(devices.fare.told)).toEqual(['HTTP/1.0 429 Too Many Requests'])
    expect(caster.role.caster.sessions.countOf(login.id)).toBe(5)
  })
})

describe('a device that reconnects in a loop', () => {
  /** Reconnects as fast as possible until `stop`, which returns the number of replies by their first line. */
  function loop(request: string, from: string) {
    const told: Record<string, number> = {}
    let goesOn = true
    const done = (async () => {
      while (goesOn) {
        const peer = await Peer.open(caster.port, request, from)
        await Promise.race([peer.until('\r\n\r\n', 20_000), peer.closed])
        const line = peer.text.split('\r\n', 1)[0]!
        told[line] = (told[line] ?? 0) + 1
        peer.close()
      }
    })()
    const stop = async () => {
      goesOn = false
      await done
      return told
    }
    return { told, stop }
  }

  it('does not slow down the rest of its fleet, behind its own address or another', async () => {
    const login = await issueFor(40)
    const request = rev1Request(cdmx.mountpoint, login.username, login.password)
    const loops = Array.from({ length: 5 }, () => loop(request, '127.0.0.9'))
    const tries = () => loops.reduce((total, { told }) => total + sum(told), 0)
    await until(() => tries() > 410) // the initial allowance and a little more
    const elsewhere = play(login, 10, { addresses: addresses(10) })
    await until(() => elsewhere.fare.in === 10)
    expect(elsewhere.fare).toMatchObject({ tries: 10, told: {}, silent: 0, impatient: 0 })
    // Behind the same address it takes some seconds, because the looping device waits in the same queue.
    const beside = play(login, 5, { addresses: ['127.0.0.9'], timeoutMs: 5_000 })
    await until(() => beside.fare.in === 5)
    expect(beside.fare.silent).toBe(0)
    for (const { stop } of loops) expect(Object.keys(await stop())).not.toContain('')
    expect(elsewhere.fare).toMatchObject({ in: 10, lost: 0 })
  })

  it('is admitted once in three seconds if it has one session, and told when to retry in its NTRIP version', async () => {
    const login = await issueFor(1)
    const looping = Array.from({ length: 3 }, () => loop(rev2Request(cdmx.mountpoint, login), '127.0.0.1'))
    const since = performance.now()
    await pause(7_000)
    const told: Record<string, number> = {}
    for (const { stop } of looping)
      for (const [line, count] of Object.entries(await stop())) told[line] = (told[line] ?? 0) + count
    const seconds = (performance.now() - since) / 1_000
    expect(Object.keys(told).sort()).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 429 Too Many Requests'])
    expect(told['HTTP/1.1 200 OK']).toBeGreaterThanOrEqual(11)
    expect(told['HTTP/1.1 200 OK']).toBeLessThanOrEqual(10 + Math.ceil(seconds / 3))
  })

  it('replaces a single session thirty times from many addresses, and then once a second', async () => {
    const login = await issueFor(1)
    const since = performance.now()
    const devices = play(login, 20, { addresses: addresses(20), retryMs: 10 })
    await until(() => (devices.fare.told['HTTP/1.0 429 Too Many Requests'] ?? 0) > 200)
    const seconds = (performance.now() - since) / 1_000
    expect(devices.fare.lost).toBeLessThanOrEqual(30 + Math.ceil(seconds))
    expect(devices.fare.silent).toBe(0)
  })
})

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
