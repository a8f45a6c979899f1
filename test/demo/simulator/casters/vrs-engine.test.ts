import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fix, streamRequest, writeGga } from '@vertice/ntrip'
import { decodePosition, FrameReader, type StationPosition } from '@vertice/rtcm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { VrsEngine } from '../../../../src/demo/simulator/casters/vrs-engine.ts'
import { toEcef } from '../../../../src/demo/simulator/sky/earth.ts'
import { credentials, FIELD, startEngine, until } from '../engine.ts'
import { distance } from '../places.ts'
import { convertFile, lacksRtklib } from '../rtklib.ts'

let engine: VrsEngine
beforeEach(async () => {
  engine = await startEngine()
})
afterEach(() => engine.close())

describe('VrsEngine', () => {
  const open: { destroy: () => unknown }[] = []
  afterEach(() => {
    for (const one of open.splice(0)) one.destroy()
  })

  function client(change: Partial<Parameters<typeof streamRequest>[0]> = {}) {
    const socket = connect(engine.port, '127.0.0.1')
    const call = { revision: 1 as const, host: '127.0.0.1', port: engine.port, mountpoint: 'VRS', agent: 'test' }
    const got = { text: '', positions: [] as StationPosition[], frames: 0, ended: false }
    const reader = new FrameReader((payload) => {
      got.frames++
      const position = decodePosition(payload)
      if (position) got.positions.push(position)
    })
    socket.on('data', (bytes) => {
      got.text = (got.text + bytes.toString('latin1')).slice(0, 500)
      reader.push(bytes)
    })
    socket.on('end', () => {
      got.ended = true
    })
    socket.write(streamRequest({ ...call, credentials, ...change }))
    open.push(socket)
    return { got, socket, tell: (fix: Fix) => socket.write(`${writeGga(fix, new Date())}\r\n`) }
  }

  /** Waits for this many more epochs, of four constellations each. */
  const epochsOf = ({ got }: { got: { frames: number } }, count: number) => {
    const before = got.frames
    return until(() => got.frames >= before + 4 * count)
  }

  it('waits for a position, then streams for that place', async () => {
    const { got, tell } = client()
    await until(() => got.text === 'ICY 200 OK\r\n\r\n')
    const witness = client()
    witness.tell(FIELD)
    await epochsOf(witness, 3)
    expect(got.frames).toBe(0)
    tell({ lat: 0, lng: 0, quality: 0 })
    tell({ lat: FIELD.lat, lng: FIELD.lng, altitude: FIELD.height })
    await until(() => got.positions.length > 0)
    const { x, y, z, stationId } = got.positions[0]!
    expect(stationId).toBe(4000)
    expect(distance([x, y, z], toEcef(FIELD))).toBeLessThan(0.001)
  })

  it('uses the position in the header, rev2', async () => {
    const gga = writeGga({ lat: FIELD.lat, lng: FIELD.lng, altitude: FIELD.height }, new Date())
    const { got } = client({ revision: 2, gga })
    await until(() => got.positions.length > 0)
    expect(got.text).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Type: gnss\/data\r\n/)
  })

  it('follows a rover that moves far, and keeps the place for a small move', async () => {
    const { got, tell } = client()
    tell({ lat: FIELD.lat, lng: FIELD.lng })
    await until(() => got.positions.length === 1)
    tell({ lat: FIELD.lat + 0.01, lng: FIELD.lng })
    await epochsOf({ got }, 3)
    expect(got.positions).toHaveLength(1)
    tell({ lat: FIELD.lat + 0.1, lng: FIELD.lng })
    await until(() => got.positions.length === 2)
    const [first, second] = got.positions.map(({ x, y, z }) => [x, y, z])
    expect(distance(first!, second!)).toBeGreaterThan(11_000)
  })

  it('gives each client its own place and forgets clients that disconnect', async () => {
    const [one, other] = [client(), client()]
    one.tell({ lat: 20, lng: -100 })
    other.tell({ lat: 25, lng: -110 })
    await until(() => one.got.positions.length > 0 && other.got.positions.length > 0)
    expect(engine.sessions.map(({ place }) => place!.lat).sort()).toEqual([20, 25])
    one.socket.destroy()
    await until(() => engine.sessions.length === 1)
  })

  it.each([
    { why: 'a wrong password', change: { credentials: { username: 'user', password: 'x' } }, says: /^HTTP\/1.0 401 / },
    { why: 'no credentials', change: { credentials: null }, says: /^HTTP\/1.0 401 / },
    {
      why: 'another mountpoint, rev1',
      change: { mountpoint: 'X' },
      says: /^SOURCETABLE 200 OK[\s\S]*STR;VRS;SIMULATED/,
    },
    { why: 'another mountpoint, rev2', change: { mountpoint: 'X', revision: 2 as const }, says: /^HTTP\/1.1 404 / },
    { why: 'the sourcetable', change: { mountpoint: '' }, says: /^SOURCETABLE 200 OK[\s\S]*STR;VRS;SIMULATED/ },
  ])('answers $why', async ({ change, says }) => {
    const { got } = client(change)
    await until(() => got.ended)
    expect(got.text).toMatch(says)
  })
})

describe.skipIf(lacksRtklib)('str2str', () => {
  it('receives a stream for the position that it sends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-vrs-'))
    const file = join(folder, 'vrs.rtcm3')
    const place = [FIELD.lat, FIELD.lng, FIELD.height].map(String)
    const input = `ntrip://user:pw@127.0.0.1:${engine.port}/VRS`
    const child = spawn('str2str', ['-in', input, '-p', ...place, '-n', '1000', '-out', `file://${file}`], {
      cwd: folder,
      stdio: 'ignore',
    })
    const exited = new Promise((resolve) => child.on('exit', resolve))
    try {
      await vi.waitFor(() => expect(existsSync(file) && statSync(file).size).toBeGreaterThan(8000), { timeout: 90_000 })
    } finally {
      child.kill('SIGINT')
      await exited
    }
    const { observations, solve } = convertFile(folder, file, Date.now())
    const header = observations.header['APPROX POSITION XYZ']!.trim().split(/\s+/).map(Number)
    expect(distance(header, toEcef(FIELD))).toBeLessThan(0.002)
    expect(observations.header['MARKER NAME']!.trim()).toBe('4000')
    const solutions = solve(45)
    expect(solutions.length).toBeGreaterThan(4)
    for (const { position } of solutions) expect(distance(position, toEcef(FIELD))).toBeLessThan(5)
    rmSync(folder, { recursive: true, force: true })
  })
})
