// A device that stops without closing its connection, with the default timeout: its process is halted, so its kernel
// fills its buffers and then accepts nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Login, rev1Request, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { flowingBase, pause } from '../helpers.ts'

const { cdmx } = STATIONS
const TIMEOUT_MS = 15_000
/** A check every three seconds, what the device's kernel still accepts, and delays of the machine. */
const SLACK_MS = 30_000
const DEVICE = `
  const [port, request] = process.argv.slice(1)
  const socket = require('node:net').connect(Number(port), '127.0.0.1', () => socket.write(request))
  socket.once('data', () => console.log('connected')).resume()
`
let caster: TestCaster

const countOf = ({ id }: Login) => caster.role.caster.sessions.countOf(id)

const startDevice = ({ username, password }: Login) =>
  spawn(process.execPath, ['-e', DEVICE, String(caster.port), rev1Request(cdmx.mountpoint, username, password)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx)
})
afterAll(() => caster.stop())

it.skipIf(process.platform !== 'linux')('drops a halted device, and keeps one that resumes in time', async () => {
  const base = await flowingBase(caster, cdmx)
  const gone = await caster.issue({ station_codigo: 'CDMX' })
  const goesOn = await caster.issue({ station_codigo: 'CDMX' })
  const devices = [gone, goesOn].map(startDevice)
  try {
    for (const device of devices) {
      await once(device.stdout, 'data')
      device.kill('SIGSTOP')
    }
    for (let part = 0; part < 40; part++) base.peer.write(Buffer.alloc(20_000, 'm'))
    const halted = performance.now()
    await pause(TIMEOUT_MS / 2)
    devices[1]!.kill('SIGCONT')
    await expect.poll(() => countOf(gone), { timeout: TIMEOUT_MS + SLACK_MS, interval: 100 }).toBe(0)
    const took = performance.now() - halted
    console.log(`a device that was halted is gone after ${(took / 1000).toFixed(1)} s`)
    expect(took).toBeGreaterThan(TIMEOUT_MS - 2_000)
    await pause(TIMEOUT_MS / 2)
    expect(countOf(goesOn)).toBe(1)
    expect(caster.role.caster.counts()).toMatchObject({ rovers: 1, droppedForSlowness: 1 })
  } finally {
    for (const device of devices) device.kill('SIGKILL')
  }
})
