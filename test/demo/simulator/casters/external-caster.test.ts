import { connect } from 'node:net'
import { streamRequest } from '@vertice/ntrip'
import { decodePosition, FrameReader } from '@vertice/rtcm'
import { expect, it, onTestFinished } from 'vitest'
import { ExternalCaster } from '../../../../src/demo/simulator/casters/external-caster.ts'
import { toEcef } from '../../../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../../../src/demo/simulator/sky/sky.ts'
import { credentials, until } from '../engine.ts'

const STATIONS = [
  { mountpoint: 'TIJU', city: 'Tijuana', lat: 32.5, lng: -117, height: 20 },
  { mountpoint: 'ENSE', city: 'Ensenada', lat: 31.9, lng: -116.6, height: 20 },
]

async function started() {
  const caster = new ExternalCaster({ sky: new Sky(), name: 'Baja', stations: STATIONS, credentials, intervalMs: 200 })
  await caster.listen()
  onTestFinished(() => caster.close())
  return caster
}

function request(port: number, mountpoint: string, login = credentials) {
  const got = { text: '', frames: 0, position: null as { x: number } | null }
  const reader = new FrameReader((payload) => {
    got.frames++
    got.position ??= decodePosition(payload)
  })
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('data', (bytes) => {
    got.text += bytes.toString('latin1')
    reader.push(bytes)
  })
  const call = { revision: 1 as const, host: '127.0.0.1', port, mountpoint, agent: 'test', credentials: login }
  socket.write(streamRequest(call))
  return got
}

it('lists its stations with their positions', async () => {
  const { streams, listed } = (await started()).table()
  expect(listed).toBe(2)
  expect(streams).toMatchObject([
    { mountpoint: 'TIJU', identifier: 'Tijuana', lat: 32.5, lng: -117, needsGga: false },
    { mountpoint: 'ENSE' },
  ])
})

it('streams the requested station, and rejects a wrong password', async () => {
  const { port } = await started()
  const [good, bad] = [request(port, 'ENSE'), request(port, 'ENSE', { username: 'user', password: 'no' })]
  await until(() => good.frames > 8 && good.position)
  expect(Math.abs(good.position!.x - toEcef(STATIONS[1]!)[0])).toBeLessThan(1)
  await until(() => bad.text !== '')
  expect(bad.text).toMatch(/^(ERROR|HTTP\/1\.. 401)/)
  expect(bad.frames).toBe(0)
})
