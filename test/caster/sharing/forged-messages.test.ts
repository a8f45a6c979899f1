// Two casters on a bus with other publishers: strangers, a node of another release, a node with a key that sends junk.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame, framesIn } from '../../../packages/rtcm/test/support/epochs.ts'
import { nats as natsConfig } from '../../../src/base/config/services/nats.ts'
import { newKey, parseKeys } from '../../../src/base/secrets.ts'
import type { Rejection } from '../../../src/caster/bus.ts'
import { writeHeartbeat, writeShapes } from '../../../src/caster/sharing/heartbeat.ts'
import { sendingTime, writeMessage } from '../../../src/caster/sharing/message.ts'
import { MessageSigner } from '../../../src/start/bus/message-signer.ts'
import { type NatsTransport, openNats } from '../../../src/start/bus/nats.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { NatsServers } from '../../support/nats-servers.ts'
import { lacks } from '../../support/needs.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import { ask, isLive } from '../helpers.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
const PATIENCE = { settingsMs: 200, graceMs: 5_000 }
const WAIT = { interval: 5, timeout: 90_000 }
const HEAD = 'ICY 200 OK\r\n\r\n'
const HIGH = 2 ** 40
/** Occurs in no other frame. */
const EVIL = Buffer.from('EVIL')

describe.skipIf(lacks('a bus that others publish on', 'nats-server'))('a bus that others publish on', () => {
  let nats: NatsServers
  let caster: TestCaster
  /** The node with the bases. */
  let here: CasterRole
  /** The node with the rovers. */
  let there: CasterRole
  let stranger: NatsTransport
  let base: Peer
  let victim: Peer
  let rover: Peer
  let id: number
  let victimId: number

  beforeAll(async () => {
    nats = await NatsServers.start(1)
    const more = { natsUrl: nats.url }
    caster = await TestCaster.start(PATIENCE, more)
    // The number 1 occurs in most messages, so the tests use station 3, which occurs only where it is meant.
    await caster.service.saveStations(toluca, cuernavaca, cdmx)
    here = caster.role
    there = await caster.addNode(PATIENCE, more)
    stranger = await openNats(natsConfig(nats.url, null, null)!, { name: 'stranger', warn() {}, info() {} })
    await vi.waitUntil(() => stranger.isUp(), WAIT)
    ;[id, victimId] = [await stationIdOf(caster.service, cdmx.code), await stationIdOf(caster.service, toluca.code)]
    base = await pushes(cdmx)
    victim = await pushes(toluca)
    rover = await roverOf(cdmx)
    await roverOf(toluca)
  })
  afterAll(async () => {
    await caster.stop()
    await stranger.close()
    await nats.stop()
  })

  const portOf = (role: CasterRole) => role.caster.address.port
  const sourcetable = (role: CasterRole) => ask(portOf(role), 'GET / HTTP/1.0\r\n\r\n')
  const rejected = (role: CasterRole, reason: Rejection) => role.caster.counts().sharing!.rejected.get(reason)!
  const streamOf = ({ received }: Peer) => received.subarray(HEAD.length)

  async function pushes({ code, mountpoint }: typeof cdmx): Promise<Peer> {
    const peer = await caster.base(code, mountpoint, portOf(here))
    // Sends like a real base, because some tests take longer than a silent base is kept.
    const timer = setInterval(() => peer.write(epochFrame()), 200)
    caster.stopWithIt({
      stop() {
        clearInterval(timer)
        peer.close()
      },
    })
    await isLive(caster, code, here)
    await vi.waitUntil(async () => (await sourcetable(there)).includes(mountpoint), WAIT)
    return peer
  }

  async function roverOf({ code, mountpoint }: typeof cdmx): Promise<Peer> {
    const { username, password } = await caster.issue({ station_codigo: code })
    const peer = await Peer.open(portOf(there), rev1Request(mountpoint, username, password))
    caster.stopWithIt({ stop: () => peer.close() })
    await peer.until(HEAD)
    await vi.waitUntil(() => streamOf(peer).length > 0, WAIT)
    return peer
  }

  async function isRejected(reason: Rejection, publish: () => void, at: readonly CasterRole[] = [here, there]) {
    const before = at.map((role) => rejected(role, reason))
    publish()
    await vi.waitUntil(() => at.every((role, index) => rejected(role, reason) > before[index]!), WAIT)
  }

  /** The base is connected, both casters list both stations, and the rover receives the next epoch. */
  async function isWell(): Promise<void> {
    expect([base.closedAt, victim.closedAt, rover.closedAt]).toEqual([null, null, null])
    const before = streamOf(rover).length
    await vi.waitUntil(() => streamOf(rover).length > before, WAIT)
    expect(streamOf(rover).includes(EVIL)).toBe(false)
    expect(framesIn(streamOf(rover)).skippedBytes).toBe(0)
    for (const role of [here, there]) {
      const table = await sourcetable(role)
      expect(table).toContain(cdmx.mountpoint)
      expect(table).toContain(toluca.mountpoint)
    }
  }

  const owned = (stationId: number, fencingToken = HIGH) => ({ stationId, fencingToken, flows: true, observed: true })
  const heartbeat = (...stations: readonly ReturnType<typeof owned>[]) =>
    writeHeartbeat({ node: 'evil', sentAt: sendingTime(), isNew: true, owned: stations })
  const frames = (bytes = Buffer.concat([epochFrame(), EVIL])) =>
    writeMessage({ node: 'evil', fencingToken: HIGH, sequence: 1, receivedAt: sendingTime() }, bytes)
  const shapes = (shape: unknown, stationId = id) =>
    Buffer.from(JSON.stringify({ v: 1, node: 'evil', at: sendingTime(), shapes: [[stationId, shape]] }))
  /** The messages as they were published before they were signed. */
  const older = (): readonly (readonly [subject: string, message: Buffer, at: 'both' | 'here' | 'there'])[] => [
    ['vertice.alive', heartbeat(owned(id)), 'both'],
    ['vertice.shapes', shapes({}), 'both'],
    ['vertice.claim', Buffer.from(JSON.stringify([id, 'first'])), 'both'],
    ['vertice.demand', Buffer.from([0, 0, 0, 0, 0, id]), 'both'],
    [`vertice.rtcm.${id}`, frames(), 'there'],
    [`vertice.first.${id}`, Buffer.alloc(0), 'here'],
    [`vertice.pushed.${id}`, Buffer.from('another-password-hash'), 'here'],
  ]
  const rolesAt = { both: () => [here, there], here: () => [here], there: () => [there] }
  const keyed = (keys = caster.service.services.keys) => new MessageSigner(keys, () => new Date())

  it('ignores unsigned messages of every kind, as an older release sends them, and logs them once', async () => {
    for (let time = 0; time < 3; time++)
      for (const [subject, message, at] of older())
        await isRejected('unknown_version', () => stranger.publish(subject, message), rolesAt[at]())
    await isWell()
    const lines = caster.log.filter((line) => line.includes('"reason":"unknown_version"') && line.includes('Rejected'))
    expect(lines).toHaveLength(2) // one per caster
    expect(lines[0]).toContain('upgrade all casters')
  })

  it('ignores messages of every kind that are signed with another key', async () => {
    const signer = keyed(parseKeys(newKey()))
    for (const [subject, message, at] of older())
      await isRejected('unknown_key', () => stranger.publish(subject, signer.sign(subject, message)), rolesAt[at]())
    await isWell()
  })

  it('ignores messages of every kind with the right key id and a wrong signature', async () => {
    const signer = keyed()
    for (const [subject, message, at] of older()) {
      const forged = signer.sign(`${subject}x`, message)
      await isRejected('bad_signature', () => stranger.publish(subject, forged), rolesAt[at]())
    }
    await isWell()
  })

  it('ignores recorded messages that are published again', async () => {
    const recorded: (readonly [subject: string, message: Buffer])[] = []
    const stops = ['vertice.alive', `vertice.rtcm.${id}`].map((subject) =>
      stranger.subscribe(subject, (message) => void recorded.push([subject, Buffer.from(message)])),
    )
    await vi.waitUntil(() => new Set(recorded.map(([subject]) => subject)).size === 2, WAIT)
    for (const stop of stops) stop()
    for (const [subject, message] of recorded)
      await isRejected('repeated', () => stranger.publish(subject, message), [there])
    await isWell()
  })

  it('keeps its sourcetable intact when a node with a key announces malformed shapes', async () => {
    const signer = keyed()
    const publish = (subject: string, body: Buffer) => stranger.publish(subject, signer.sign(subject, body))
    for (const shape of [{}, null, 7, { messages: null }, { messages: [null], constellations: {}, frequencies: 'x' }])
      await isRejected('malformed', () => publish('vertice.shapes', shapes(shape)))
    await isWell()
  })

  it('stores nothing when a node with a key invents 40,000 stations', async () => {
    const signer = keyed()
    for (let from = 0; from < 40_000; from += 2_000) {
      const message = heartbeat(...Array.from({ length: 2_000 }, (_, index) => owned(1_000_000 + from + index)))
      await isRejected('unknown_station', () =>
        stranger.publish('vertice.alive', signer.sign('vertice.alive', message)),
      )
    }
    for (const role of [here, there]) expect(role.caster.sources.isElsewhere(1_000_000)).toBe(false)
    await isWell()
  })

  it('keeps serving other stations when a node with a key sends random messages of every kind', {
    timeout: 120_000,
  }, async () => {
    const signer = keyed()
    const subjects = older().map(([subject]) => subject.replace(`.${id}`, `.${victimId}`))
    const samples = [
      heartbeat(owned(victimId, 1), owned(2_000_000)),
      ...writeShapes({
        node: 'evil',
        sentAt: 1,
        shapes: new Map([[victimId, { messages: [], constellations: [], frequencies: 1, bitsPerSecond: 1 }]]),
      }),
      Buffer.from(JSON.stringify([victimId, 'backup'])),
      Buffer.from([0, 0, 0, 0, 0, victimId]),
      frames(),
      Buffer.from('proof certificate'),
    ]
    const mutated = fc
      .tuple(fc.constantFrom(...samples), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat())
      .map(([sample, changes, length]) => {
        const bytes = Buffer.from(sample)
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        return length % 3 === 0 ? bytes.subarray(0, length % bytes.length) : bytes
      })
    const json = fc.json().map((text) => Buffer.from(text))
    const likeOurs = fc
      .record({
        v: fc.constant(1),
        node: fc.constantFrom('evil', 7),
        at: fc.constantFrom(sendingTime(), 'x'),
        owned: fc.jsonValue(),
        shapes: fc.jsonValue(),
      })
      .map((value) => Buffer.from(JSON.stringify(value)))
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))
    // Without the base's own station id, because a node with a key may take a station over.
    const body = fc.oneof(mutated, json, likeOurs, bytes).filter((message) => !names(message, id))
    const messages = fc.sample(fc.tuple(fc.constantFrom(...subjects), body, fc.boolean()), { numRuns: 1_000, seed: 28 })
    for (const [subject, message, isSigned] of messages)
      stranger.publish(subject, isSigned ? signer.sign(subject, message) : message)
    await isRejected('malformed', () =>
      stranger.publish('vertice.claim', signer.sign('vertice.claim', Buffer.from('{'))),
    )
    expect([here, there].map((role) => rejected(role, 'failed'))).toEqual([0, 0])
    expect([base.closedAt, rover.closedAt]).toEqual([null, null])
    const before = streamOf(rover).length
    await vi.waitUntil(() => streamOf(rover).length > before, WAIT)
    for (const role of [here, there]) expect(await sourcetable(role)).toContain(cdmx.mountpoint)
  })
})

/** Whether the text of a message contains the number as a separate token. */
const names = (message: Buffer, stationId: number) => new RegExp(`\\b${stationId}\\b`).test(message.toString('latin1'))
