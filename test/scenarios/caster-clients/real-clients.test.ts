// Real programs: RTKLIB's str2str, curl, and the npm package ntrip-client.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { frame } from '@vertice/rtcm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame } from '../../../packages/rtcm/test/support/epochs.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { isLive } from '../../caster/helpers.ts'
import { type Login, type Peer, TestCaster } from '../../support/caster.ts'
import { lacks } from '../../support/needs.ts'
import { until } from '../../support/process.ts'

// The tests mostly wait, and each has its own station.
vi.setConfig({ maxConcurrency: 20 })

const HERE = { lat: 19.4326, lng: -99.1332 }

let caster: TestCaster
let chunkedRole: CasterRole
let chunkedPort: number
let folder: string
/** Cleanup for the end of the file: in concurrent tests, vitest's onTestFinished registers with the wrong test. */
const ends: (() => unknown)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-clients-'))
  caster = await TestCaster.start()
  chunkedRole = await caster.addNode({}, { chunked: true })
  chunkedPort = chunkedRole.caster.address.port
  const stations = Array.from({ length: 11 }, (_, number) => ({
    code: `R${number}`,
    name: `Real ${number}`,
    mountpoint: `R${number}_RTCM`,
    // Only the first station covers HERE.
    lat: HERE.lat + number,
    lng: HERE.lng,
  }))
  await caster.service.saveStations(...stations)
})
afterAll(async () => {
  for (const end of ends) await end()
  await caster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** RTCM frames with other receiver output between them. */
const stream = (count: number): Buffer[] => [
  ...Array.from({ length: count }, (_, index) =>
    index % 5 === 4 ? Buffer.concat([Buffer.from('\r\n\0'), randomBytes(50)]) : frame(randomBytes(20 + index * 7)),
  ),
  Buffer.alloc(1_100), // long enough to rule out a frame that only seemed to start
]

async function base(code: string, port = caster.port): Promise<Peer> {
  const peer = await caster.base(code, `${code}_RTCM`, port)
  peer.write(epochFrame())
  await isLive(caster, code, port === caster.port ? caster.role : chunkedRole)
  return peer
}

const issue = (code: string) => caster.issue({ station_codigo: code })

function run(program: string, args: readonly string[], input: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const child = spawn(program, args, { stdio: [input, 'ignore', 'ignore'], cwd: folder })
  ends.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

const written = (file: string) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))

/** Sends with short pauses, so that the data goes out in separate packets. */
async function send(write: (data: Buffer) => void, parts: readonly Buffer[]): Promise<Buffer> {
  for (const part of parts) {
    write(part)
    await sleep(5)
  }
  return Buffer.concat(parts)
}

async function expectFile(file: string, expected: Buffer): Promise<void> {
  await until(() => written(file).length >= expected.length)
  expect(written(file).equals(expected)).toBe(true)
}

describe.concurrent('RTKLIB', { skip: lacks('a rover and a base of RTKLIB', 'str2str') }, () => {
  /** RTKLIB treats only the first line as the header, so the empty line becomes data. RTCM decoders skip it. */
  const HEAD_REST = Buffer.from('\r\n')

  const address = ({ username, password }: Login, mountpoint: string) =>
    `ntrip://${username}:${password}@127.0.0.1:${caster.port}/${mountpoint}`

  it('writes the stream of the base byte for byte as a rover', async () => {
    const source = await base('R1')
    const file = join(folder, 'rover.out')
    const login = await issue('R1')
    run('str2str', ['-in', address(login, 'R1_RTCM'), '-out', `file://${file}`])
    await until(() => caster.role.caster.sessions.countOf(login.id) === 1)
    const sent = await send((part) => source.write(part), stream(60))
    await expectFile(file, Buffer.concat([HEAD_REST, sent]))
    source.close()
  })

  it('sends its position to the network mountpoint and receives the nearest base', async () => {
    const source = await base('R0')
    const beat = setInterval(() => source.write('beat'), 100)
    ends.push(() => clearInterval(beat))
    const file = join(folder, 'network.out')
    const login = await caster.issue()
    const place = ['-p', String(HERE.lat + 0.01), String(HERE.lng), '2240']
    run('str2str', ['-in', address(login, 'RED'), '-out', `file://${file}`, '-n', '500', ...place])
    await until(() => written(file).includes('beatbeat'))
    expect(written(file).toString()).toMatch(/^\r\n(beat)+$/)
    await until(async () => {
      const [session] = await listSessionsOf(caster.service.db, login.id, 1)
      const note = session?.notes.at(-1)
      return note?.code === 'base' && note.params.station === 'R0' && note.params.distanceKm === 1.1
    })
  })

  it('forwards its input byte for byte as a base', async () => {
    const receiver = net.createServer().listen(0, '127.0.0.1')
    ends.push(() => receiver.close())
    await once(receiver, 'listening')
    const connecting = once(receiver, 'connection') as Promise<[net.Socket]>
    const { port } = receiver.address() as net.AddressInfo
    const to = `ntrips://:${await caster.secretOf('R2')}@127.0.0.1:${caster.port}/R2_RTCM`
    run('str2str', ['-in', `tcpcli://127.0.0.1:${port}`, '-out', to])
    const [socket] = await connecting
    // str2str discards data until the caster has accepted it.
    const greet = setInterval(() => socket.write('alive'), 100)
    const login = await issue('R2')
    await isLive(caster, 'R2')
    const rover = await caster.rover(login, 'R2_RTCM')
    clearInterval(greet)
    socket.write('that was all')
    await rover.until('that was all')
    rover.received = Buffer.alloc(0)
    const expected = await send((part) => socket.write(part), stream(60))
    await until(() => rover.received.length >= expected.length)
    expect(rover.received.equals(expected)).toBe(true)
    rover.close()
    socket.destroy()
  })

  it('gets nothing with a wrong password, and the refusal is recorded', async () => {
    const source = await base('R3')
    const file = join(folder, 'refused.out')
    const login = await issue('R3')
    const { username } = login
    run('str2str', ['-in', address({ id: 0, username, password: 'wrong' }, 'R3_RTCM'), '-out', `file://${file}`])
    await until(async () => {
      const counted = 'select reason from refusals where username = $1'
      const { rows } = await caster.service.db.pool.query(counted, [username])
      return rows.length > 0 && rows[0].reason === 'bad_password'
    })
    const witness = await caster.rover(login, 'R3_RTCM')
    source.write('secret data')
    await witness.until('secret data')
    expect(written(file)).toHaveLength(0)
    source.close()
  })
})

describe.concurrent('curl', { skip: lacks('curl as a rover and a base', 'curl') }, () => {
  const REV2 = ['-H', 'Ntrip-Version: Ntrip/2.0', '-A', 'NTRIP curl']
  const url = (path: string, port = caster.port) => `http://127.0.0.1:${port}/${path}`
  const user = ({ username, password }: Login) => ['-u', `${username}:${password}`]

  const curl = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile('curl', ['-s', '-S', ...args], { encoding: 'utf8' }, (_, stdout, stderr) => resolve(stdout + stderr))
    })

  it.each([
    { how: 'as it is', code: 'R4', chunked: false },
    { how: 'in chunks', code: 'R5', chunked: true },
  ])('receives a rev2 stream $how, byte for byte', async ({ code, chunked }) => {
    const port = chunked ? chunkedPort : caster.port
    const source = await base(code, port)
    const [file, head] = [join(folder, `${code}.out`), join(folder, `${code}.head`)]
    const login = await issue(code)
    run('curl', ['-s', '-N', ...REV2, ...user(login), '-D', head, '-o', file, url(`${code}_RTCM`, port)])
    await until(() => written(head).includes('\r\n\r\n'))
    expect(written(head).toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(written(head).toString().includes('Transfer-Encoding: chunked')).toBe(chunked)
    await expectFile(file, await send((part) => source.write(part), stream(60)))
    source.close()
  })

  it('pushes by POST in chunks after 100 Continue', async () => {
    const secret = await caster.secretOf('R6')
    const push = ['-T', '-', '-X', 'POST', '-H', 'Expect: 100-continue', '-u', `R6:${secret}`]
    const child = run('curl', ['-s', '-N', ...REV2, ...push, url('R6_RTCM')], 'pipe')
    child.stdin!.write('alive')
    const login = await issue('R6')
    await isLive(caster, 'R6')
    const rover = await caster.rover(login, 'R6_RTCM')
    const expected = await send((part) => child.stdin!.write(part), stream(60))
    await until(() => rover.received.length >= expected.length)
    expect(rover.received.equals(expected)).toBe(true)
    rover.close()
  })

  it('gets the sourcetable in both revisions, and like a browser', async () => {
    const source = await base('R7')
    const rev2 = await curl('-i', ...REV2, url(''))
    expect(rev2).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(rev2).toContain('Content-Type: gnss/sourcetable\r\n')
    const rev1 = await curl('--http0.9', '-A', 'NTRIP curl', url(''))
    expect(rev1).toMatch(/^SOURCETABLE 200 OK\r\n/)
    const browser = await curl('-i', url(''))
    expect(browser).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(browser).toContain('Content-Type: text/plain')
    for (const table of [rev1, rev2, browser]) {
      expect(table).toContain('\r\nCAS;')
      expect(table).toContain('\r\nNET;')
      expect(table).toMatch(/\r\nSTR;R7_RTCM;Real 7;/)
      expect(table).toMatch(/\r\nENDSOURCETABLE\r\n$/)
    }
    source.close()
  })

  it('gets a status for a wrong password, an unknown mountpoint and an offline base', async () => {
    const login = await issue('R8')
    const status = (...args: string[]) => curl('-o', '/dev/null', '-w', '%{http_code}', ...REV2, ...args)
    expect(await status('-u', 'nobody:nothing', url('R8_RTCM'))).toBe('401')
    expect(await status(...user(login), url('NOT_THERE'))).toBe('404')
    expect(await status(...user(login), url('R8_RTCM'))).toBe('503')
  })
})

describe.concurrent('the npm package ntrip-client', () => {
  interface NtripClient {
    on(event: 'data' | 'error' | 'close', listener: (what: Buffer | Error) => void): void
    run(): void
    close(): void
  }
  const { NtripClient } = createRequire(import.meta.url)('ntrip-client') as {
    NtripClient: new (options: object) => NtripClient
  }

  function start(options: object): unknown[] {
    const got: unknown[] = []
    const client = new NtripClient({ host: '127.0.0.1', port: caster.port, ...options })
    client.on('data', (data) => got.push(data))
    client.on('error', () => {})
    client.run()
    ends.push(() => client.close())
    return got
  }

  it('receives the frames and sends its position', async () => {
    const source = await base('R9')
    const login = await issue('R9')
    const xyz = [-955_700, -5_941_000, 2_108_700] // in Mexico City
    const got = start({ ...login, mountpoint: 'R9_RTCM', xyz, interval: 100 }) as Buffer[]
    await until(() => got.length > 0)
    expect(got.shift()!.toString()).toContain('ICY 200 OK')
    const frames = Array.from({ length: 50 }, (_, index) => frame(randomBytes(20 + index * 11)))
    await send((part) => source.write(part), frames)
    await until(() => Buffer.concat(got).length >= Buffer.concat(frames).length)
    expect(Buffer.concat(got).equals(Buffer.concat(frames))).toBe(true)
    await until(() => {
      const rover = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === login.id)
      return rover !== undefined && rover.position.count > 2 && Math.abs(rover.position.lat! - 19.4) < 0.1
    })
    source.close()
  })

  it('gets the sourcetable', async () => {
    const source = await base('R10', chunkedPort)
    const got = start({ mountpoint: '', port: chunkedPort })
    await until(() => got.length > 0)
    expect(got[0]).toContainEqual(expect.objectContaining({ type: 'CAS', host: 'caster.example.mx', port: '2101' }))
    expect(got[0]).toContainEqual(expect.objectContaining({ type: 'STR', mountpoint: 'R10_RTCM', nmea: '0' }))
    source.close()
  })
})
