// Forwards of a running caster: real database, real sockets.
import net from 'node:net'
import { ChunkedDecoder } from '@vertice/ntrip'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { framesIn, msm7Epoch } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addForward, changeForward, removeForward } from '../../../../src/actions/network/forwards.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import { forwardStateAt } from '../../../../src/domain/network/forward.ts'
import { findForward } from '../../../../src/store/stations/forwards.ts'
import { byTest } from '../../../support/action-context.ts'
import { type Peer, TestCaster } from '../../../support/caster.ts'
import { hear, numberedEpoch } from '../../../support/numbered-epochs.ts'
import { lastingPort } from '../../../support/ports.ts'
import { archive } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { REPLIES, ReceivingCaster } from '../../receiving-caster.ts'

const WAIT = { interval: 20, timeout: 60_000 }
const CODES = ['F0', 'F1', 'F2', 'F3', 'F4', 'F5']

let caster: TestCaster
let radioPort = 0
const receivers: ReceivingCaster[] = []

beforeAll(async () => {
  radioPort = await lastingPort()
  caster = await TestCaster.start({ settingsMs: 200 }, { inputs: [{ from: radioPort, to: radioPort }] })
  await caster.service.saveStations(...CODES.map((code) => ({ ...STATIONS.cdmx, code, mountpoint: `${code}_RTCM` })))
})
afterAll(async () => {
  await caster.stop()
  for (const receiver of receivers) receiver.stop()
})

const context = () => byTest(caster.service.services)

async function receiver(reply: string = REPLIES.icy): Promise<ReceivingCaster> {
  const one = await ReceivingCaster.start(reply)
  receivers.push(one)
  return one
}

/** Pushes an epoch every 50 ms. */
async function pushing(code: string, epochOf: (number: number) => Buffer = numberedEpoch): Promise<Peer> {
  const base = await caster.base(code, `${code}_RTCM`)
  let number = 0
  const beat = setInterval(() => base.write(epochOf(++number)), 50)
  caster.stopWithIt({
    stop() {
      clearInterval(beat)
      base.close()
    },
  })
  base.closed.then(() => clearInterval(beat))
  return base
}

const add = (code: string, url: string, more: { revision?: 1 | 2; mountpoint?: string } = {}) =>
  addForward(context(), { code }, { url, revision: more.revision ?? 1, mountpoint: more.mountpoint ?? null })

const rowOf = async (id: number) => (await findForward(caster.service.db, id))!
const stateOf = async (id: number) => forwardStateAt(await rowOf(id), new Date())
const isIn = (id: number, state: string) => vi.waitUntil(async () => (await stateOf(id)) === state, WAIT)

it('sends the station’s whole frames, and stops while it is paused', async () => {
  const there = await receiver()
  const id = await add('F0', there.url())
  await isIn(id, 'waiting')
  await pushing('F0')
  await vi.waitUntil(() => (there.open[0]?.body.length ?? 0) > 10_000, WAIT)
  const { epochs, torn } = hear(there.open[0]!.body)
  expect(torn).toBe(0)
  const [first] = epochs
  expect(epochs).toEqual(epochs.map((_, index) => first! + Math.floor(index / 4)))
  await isIn(id, 'sending')
  expect(caster.figures.forwards.sending).toBe(1)

  await changeForward(context(), id, { paused: true })
  expect(await stateOf(id)).toBe('paused')
  await vi.waitUntil(() => there.open.length === 0, WAIT)
  await vi.waitUntil(async () => (await rowOf(id)).bytes === there.pushes[0]!.body.length, WAIT)
  expect(caster.figures.forwards).toMatchObject({ sending: 0, bytes: there.pushes[0]!.body.length })

  await changeForward(context(), id, { paused: false })
  await vi.waitUntil(() => there.open.length === 1, WAIT)
  await removeForward(context(), id)
  await vi.waitUntil(() => there.open.length === 0, WAIT)
  expect(await findForward(caster.service.db, id)).toBeNull()
})

it('sends a derived stream instead', async () => {
  const there = await receiver(REPLIES.accepted)
  const alteration = { form: 'msm4', constellations: ['GPS'] }
  await addMountpoint(context(), 'F1_MSM4', { code: 'F1' }, { alteration })
  await add('F1', there.url('user:secret@'), { revision: 2, mountpoint: 'F1_MSM4' })
  const own = await add('F1', there.url('user:secret@', 'ntrip', 'OWN'), { revision: 2 })
  await pushing('F1', () => Buffer.concat(msm7Epoch()))
  const bodyOf = (path: string) => {
    const push = there.open.find(({ head }) => head.startsWith(`POST ${path} `))
    return push && Buffer.concat(new ChunkedDecoder().push(push.body))
  }
  const typesAt = (path: string) => new Set(framesIn(bodyOf(path) ?? Buffer.alloc(0)).types)
  await vi.waitUntil(() => typesAt('/OWN').size === 3 && typesAt('/IN').size > 0, WAIT)
  expect([...typesAt('/OWN')]).toEqual([1077, 1087, 1097])
  expect([...typesAt('/IN')]).toEqual([1074])
  await archive(caster.service, 'F1')
  await vi.waitUntil(() => there.open.length === 0, WAIT)
  await removeForward(context(), own)
})

it('opens a port for radios while the station sends, and counts what they get', async () => {
  await addMountpoint(context(), 'F5_MSM4', { code: 'F5' }, { alteration: { form: 'msm4' } })
  const id = await add('F5', `tcp://:${radioPort}?from=127.0.0.1`, { mountpoint: 'F5_MSM4' })
  const base = await pushing('F5', () => Buffer.concat(msm7Epoch()))
  await isIn(id, 'waiting')
  // The port opens with the first frame.
  const connect = async (): Promise<net.Socket> => {
    const socket = net.connect({ port: radioPort, host: '127.0.0.1' })
    socket.on('error', () => {}) // 'close' follows
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
    return isOpen ? socket : connect()
  }
  const radio = async () => {
    const got = { socket: await connect(), bytes: Buffer.alloc(0) }
    got.socket.on('data', (data: Buffer) => {
      got.bytes = Buffer.concat([got.bytes, data])
    })
    return got
  }
  const radios = [await radio(), await radio()]
  await vi.waitUntil(() => radios.every(({ bytes }) => bytes.length > 5_000), WAIT)
  for (const { bytes } of radios) expect([...new Set(framesIn(bytes).types)]).toEqual([1074, 1084, 1094])
  await isIn(id, 'sending')
  const received = () => radios.reduce((sum, { bytes }) => sum + bytes.length, 0)
  base.close()
  await vi.waitUntil(() => radios.every(({ socket }) => socket.closed), WAIT)
  await vi.waitUntil(async () => (await rowOf(id)).bytes === received(), WAIT)
  await isIn(id, 'waiting')
  await removeForward(context(), id)
})

it('reports why a caster rejects it, and connects once the password is right', async () => {
  const there = await receiver(REPLIES.badPassword)
  const id = await add('F2', there.url(':wrong@'))
  await pushing('F2')
  await isIn(id, 'failing')
  const { error } = await rowOf(id)
  expect(error).toEqual({ code: 'refused', params: { reason: 'credentials', said: 'ERROR - Bad Password' } })

  there.reply = REPLIES.icy
  await changeForward(context(), id, { url: there.url(':right@') })
  await isIn(id, 'sending')
  expect(there.open[0]!.head).toContain('SOURCE right /IN')
  expect((await rowOf(id)).error).not.toBeNull()
})

it('disconnects when the station has disconnected, and connects when it is back', async () => {
  const there = await receiver()
  const id = await add('F3', there.url())
  const base = await pushing('F3')
  await isIn(id, 'sending')
  base.close()
  await vi.waitUntil(() => there.open.length === 0, WAIT)
  await isIn(id, 'waiting')
  await pushing('F3')
  await isIn(id, 'sending')
  expect(there.pushes).toHaveLength(2)
})

it('connects again when the caster was restarted', async () => {
  const there = await receiver()
  const id = await add('F4', there.url())
  await pushing('F4')
  await isIn(id, 'sending')
  there.open[0]!.socket.destroy()
  await vi.waitUntil(() => there.open.length === 1, WAIT)
  await isIn(id, 'sending')
  await vi.waitUntil(async () => (await rowOf(id)).error !== null, WAIT)
  await isIn(id, 'sending')
})
