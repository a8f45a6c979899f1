// Real programs beside those of test/caster/real-clients.test.ts: gpsd as a rover, OpenSSL as a rover and as a station.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLive } from '../../caster/helpers.ts'
import { TestCaster } from '../../support/caster.ts'
import { selfSigned } from '../../support/certificate.ts'
import { lacks } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { until } from '../../support/process.ts'
import { beating, beatingBase, framesIn } from './beats.ts'

const STATIONS = ['GPSD', 'TLSR', 'TLSS'].map((code, place) => ({
  code,
  name: `Estación de ${code}`,
  mountpoint: `${code}_RTCM`,
  lat: 19.4326 + place,
  lng: -99.1332,
}))

let caster: TestCaster
let folder: string
const ends: (() => unknown)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-programs-'))
  const [certFile, keyFile] = [join(folder, 'cert'), join(folder, 'key')]
  writeFileSync(certFile, selfSigned().cert)
  writeFileSync(keyFile, selfSigned().key)
  caster = await TestCaster.start({}, { tls: { port: 0, certFile, keyFile } })
  await caster.service.saveStations(...STATIONS)
})
afterAll(async () => {
  for (const end of ends) await end()
  await caster.stop()
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, args: readonly string[]): ChildProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'], cwd: folder })
  child.stdin!.on('error', () => {})
  ends.unshift(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

function gathered(stream: NodeJS.ReadableStream): () => Buffer {
  let all: Buffer = Buffer.alloc(0)
  stream.on('data', (bytes: Buffer) => {
    all = Buffer.concat([all, bytes])
  })
  return () => all
}

describe('gpsd', { skip: lacks('gpsd as a rover', 'gpsd') }, () => {
  it('finds the station in the sourcetable, opens it, and reads its messages', async () => {
    await beatingBase(caster, 'GPSD', 'GPSD_RTCM')
    const { id, username, password } = await caster.issue({ station_codigo: 'GPSD' })
    const port = await lastingPort()
    const from = `ntrip://${username}:${password}@127.0.0.1:${caster.port}/GPSD_RTCM`
    run('gpsd', ['-N', '-n', '-S', String(port), from])
    await until(() => caster.role.caster.sessions.countOf(id) === 1)
    const listener = net.connect(port, '127.0.0.1')
    ends.unshift(() => listener.destroy())
    const said = gathered(listener)
    listener.write('?WATCH={"enable":true,"json":true,"scaled":true};\n')
    await until(() => /"class":"RTCM3"[^\n]*"type":1005/.test(said().toString('latin1')))
    expect(caster.role.caster.sessions.countOf(id)).toBe(1)
  })
})

describe('OpenSSL', { skip: lacks('OpenSSL as a rover and a station', 'openssl') }, () => {
  const connect = () =>
    run('openssl', ['s_client', '-quiet', '-connect', `127.0.0.1:${caster.role.caster.tlsAddress!.port}`])

  it('receives complete frames over TLS as a rover', async () => {
    await beatingBase(caster, 'TLSR', 'TLSR_RTCM')
    const { username, password } = await caster.issue({ station_codigo: 'TLSR' })
    const child = connect()
    const got = gathered(child.stdout!)
    const login = Buffer.from(`${username}:${password}`).toString('base64')
    child.stdin!.write(`GET /TLSR_RTCM HTTP/1.0\r\nUser-Agent: NTRIP openssl\r\nAuthorization: Basic ${login}\r\n\r\n`)
    const head = 'ICY 200 OK\r\n\r\n'
    await until(() => framesIn(got().subarray(head.length)).frames > 10)
    expect(got().toString('latin1', 0, head.length)).toBe(head)
    expect(framesIn(got().subarray(head.length))).toMatchObject({ badCrcs: 0, skippedBytes: 0 })
  })

  it('sends its frames over TLS as a station', async () => {
    const child = connect()
    const got = gathered(child.stdout!)
    child.stdin!.write(`SOURCE ${await caster.secretOf('TLSS')} /TLSS_RTCM\r\nSource-Agent: NTRIP openssl\r\n\r\n`)
    await until(() => got().includes('ICY 200 OK\r\n\r\n'))
    caster.stopWithIt(beating((bytes) => child.stdin!.write(bytes)))
    await isLive(caster, 'TLSS')
    const rover = await caster.rover(await caster.issue({ station_codigo: 'TLSS' }), 'TLSS_RTCM')
    await until(() => framesIn(rover.received).frames > 10)
    expect(framesIn(rover.received)).toMatchObject({ badCrcs: 0, skippedBytes: 0 })
    rover.close()
  })
})
