// A service with devices that are processes: a rover that is frozen and reads nothing more, and a station that is
// killed and replaced. Also checks how the service ends its streams.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ChunkedDecoder } from '@vertice/ntrip'
import { expect, it, vi } from 'vitest'
import { framesIn } from '../../packages/rtcm/test/support/epochs.ts'
import { rev2Request } from '../caster/helpers.ts'
import { Peer, rev1Request } from '../support/caster.ts'
import { figureAt } from '../support/figures.ts'
import { makeMigratedDataDir, makeToken, RunningService, vertice } from '../support/process.ts'

const ICY = 'ICY 200 OK\r\n\r\n'
/** Default grace period plus one kernel queue scan, with margin for a busy machine. */
const GONE_WITHIN_MS = 45_000

const ROVER = `
  const [port, request] = process.argv.slice(1)
  const socket = require('node:net').connect(Number(port), '127.0.0.1', () => socket.write(request))
  socket.once('data', () => console.log('connected')).on('error', () => {}).resume()
`
/** Five epochs per second, with extra frames that fill the buffers of a receiver that does not read. */
const STATION = `
  import { connect } from 'node:net'
  const { epochFrame } = await import(${JSON.stringify(new URL('../../packages/rtcm/test/support/epochs.ts', import.meta.url).href)})
  const { frame } = await import(${JSON.stringify(new URL('../../packages/rtcm/src/index.ts', import.meta.url).href)})
  const [port, request] = process.argv.slice(1)
  const filling = Buffer.concat(Array.from({ length: 80 }, () => frame(Buffer.alloc(1000, 0xff))))
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
  socket.on('error', () => process.exit())
  socket.once('data', (answer) => {
    console.log(String(answer).trim())
    setInterval(() => socket.write(Buffer.concat([epochFrame(), filling])), 200)
  })
`

const processes: ChildProcess[] = []

async function run(script: string, more: string[], port: number, request: string): Promise<[string, ChildProcess]> {
  const args = [...more, '-e', script, String(port), request]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  processes.push(child)
  const [said] = await once(child.stdout!, 'data')
  return [String(said).trim(), child]
}

/** Complete frames after a response header of `start` bytes. */
const framesAt = (peer: Peer, start: number) => framesIn(peer.received.subarray(start))
const hearsMore = async (peer: Peer) => {
  const before = peer.received.length
  await vi.waitUntil(() => peer.received.length > before + 200_000, { timeout: 90_000, interval: 20 })
}

/** Waits until the rover has read everything in flight. */
const readsNoMore = async (peer: Peer) => {
  let before = -1
  const isSame = () => {
    const had = before
    before = peer.received.length
    return had === before
  }
  await vi.waitUntil(isSame, { timeout: 90_000, interval: 500 })
}

it.skipIf(process.platform !== 'linux')(
  "drops a frozen rover, accepts a station's replacement at once, and ends its streams cleanly on shutdown",
  {
    timeout: 240_000,
  },
  async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir, { CASTER_CHUNKED: 'true' })
    try {
      const port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
      const token = await makeToken(dataDir)
      const place = ['--lat', '19.4', '--lng', '-99.1']
      await vertice(dataDir, ['station', 'add', '--code', 'BASE', '--name', 'Base', ...place])
      const secret = (await vertice(dataDir, ['station', 'secret', 'BASE'])).stdout.trim()
      const push = () => run(STATION, ['--input-type=module'], port, `SOURCE ${secret} /BASE\r\n\r\n`)
      const figure = (name: string) => figureAt(service.metricsUrl, name)
      const reaches = (name: string, value: number, timeout: number) =>
        vi.waitUntil(async () => (await figure(name)) === value, { timeout, interval: 200 })
      const [welcome, station] = await push()
      expect(welcome).toBe('ICY 200 OK')
      // Before the first bytes, the caster would reject rovers because the base is offline.
      await reaches('vertice_caster_sources', 1, 20_000)
      const login = async () => {
        const options = { method: 'POST', body: JSON.stringify({ segundos: 3600, station_codigo: 'BASE' }) }
        return (await service.json('/api/v1/credentials', token, options)).credential
      }
      const [halted, plain, chunked] = [await login(), await login(), await login()]
      const request = (of: typeof halted) => rev1Request('BASE', of.usuario, of.password)
      const rover = await Peer.open(port, request(plain))
      const decoded = await Peer.open(port, rev2Request('BASE', { ...chunked, username: chunked.usuario }))
      // Freeze it at once: the more a device has read, the larger its kernel's receive buffer grows.
      const [, ghost] = await run(ROVER, [], port, request(halted))
      ghost.kill('SIGSTOP')
      const since = performance.now()
      await Promise.all([hearsMore(rover), hearsMore(decoded)])

      station.kill('SIGKILL')
      await once(station, 'exit')
      const [again, next] = await push()
      expect(again).toBe('ICY 200 OK')
      await Promise.all([hearsMore(rover), hearsMore(decoded)])
      expect(framesAt(rover, ICY.length)).toMatchObject({ skippedBytes: 0 })

      await reaches('vertice_caster_dropped_total', 1, GONE_WITHIN_MS)
      console.log(`a rover that was halted is gone after ${((performance.now() - since) / 1000).toFixed(1)} s`)
      expect(await figure('vertice_caster_rovers')).toBe(2)
      await Promise.all([hearsMore(rover), hearsMore(decoded)])
      const sessions = (await vertice(dataDir, ['session', 'list', '--all'])).stdout.split('\n')
      expect(sessions.find((line) => line.includes(halted.usuario))).toContain(' too_slow ')
      for (const { usuario } of [plain, chunked])
        expect(sessions.find((line) => line.includes(usuario))).toContain(' live ')

      // A shutdown waits only briefly for slow readers, and on a busy machine these rovers can be slow.
      next.kill('SIGSTOP')
      await Promise.all([readsNoMore(rover), readsNoMore(decoded)])
      expect(await service.stop()).toBe(0)
      await Promise.all([rover.all(), decoded.all()])
      const decoder = new ChunkedDecoder()
      const data = Buffer.concat([...decoder.push(decoded.received.subarray(decoded.received.indexOf('\r\n\r\n') + 4))])
      expect(decoder.state).toBe('ended')
      expect(framesIn(data)).toMatchObject({ skippedBytes: 0, unfinishedBytes: 0 })
    } finally {
      for (const child of processes) child.kill('SIGKILL')
      if (service.child.exitCode === null) await service.stop('SIGKILL')
    }
  },
)
