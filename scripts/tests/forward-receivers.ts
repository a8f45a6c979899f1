// Forwards streams to programs of others and compares, byte by byte, what rovers get there with what rovers get here.
// docs/forwarding.md names the programs that were checked.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FrameReader, unsignedAt } from '@vertice/rtcm'
import { BenchService } from '../../bench/support/service.ts'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { SimulatedStation } from '../../src/demo/simulator/station.ts'
import { usage } from '../usage.ts'

usage(`
usage: node scripts/tests/forward-receivers.ts [--millipede FILE] [--seconds N]

Starts the service with a simulated station and a derived mountpoint (MSM4), forwards both, and reads them back with str2str of RTKLIB:
- without NTRIP to str2str as a TCP server
- with --millipede over NTRIP 1, NTRIP 2 and TLS to the caster of that name, which you have built

Every byte from the first common epoch on must be equal. All connections are local.

  --millipede FILE   the program of the Millipede caster
  --seconds N        how long to read (default 20)
`)

const { values } = parseArgs({
  options: { millipede: { type: 'string' }, seconds: { type: 'string', default: '20' } },
})
const seconds = Number(values.seconds)
const folder = mkdtempSync(join(tmpdir(), 'vertice-forwards-'))
const children: ChildProcess[] = []
const SECRET = 'forwarding-1'
const CODE = 'CDMX'
const SOURCES = { [CODE]: 'station', [`${CODE}_MSM4`]: 'derived' } as const
const at = (name: string) => join(folder, name)

function run(program: string, ...args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', cwd: folder })
  child.on('error', (error) => {
    console.error(`Could not start ${program}: ${error.message}`)
    process.exit(2)
  })
  children.push(child)
  return child
}

/** Millipede reads ports as signed 16-bit numbers. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const server = createServer()
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

/** Where a stream is forwarded to, and the file with what a receiver gets there. */
interface Way {
  readonly name: string
  readonly source: keyof typeof SOURCES
  readonly forward: readonly string[]
  readonly read: () => void
  readonly file: string
}

async function plainWay(source: keyof typeof SOURCES): Promise<Way> {
  const port = await freePort()
  const file = at(`plain-${source}`)
  run('str2str', '-in', `tcpsvr://:${port}`, '-out', file)
  const forward = [`tcp://127.0.0.1:${port}`]
  return { name: `str2str, TCP, ${SOURCES[source]}`, source, forward, read: () => {}, file }
}

async function millipedeWays(program: string, certificate: string): Promise<Way[]> {
  const [plain, secure] = [await freePort(), await freePort()]
  const kinds = [
    { kind: 'NTRIP 1', url: `ntrip://:${SECRET}@127.0.0.1:${plain}`, version: '1' },
    { kind: 'NTRIP 2', url: `ntrip://base:${SECRET}@127.0.0.1:${plain}`, version: '2' },
    { kind: 'NTRIP 1 with TLS', url: `ntrips://:${SECRET}@127.0.0.1:${secure}`, version: '1' },
    { kind: 'NTRIP 2 with TLS', url: `ntrips://base:${SECRET}@127.0.0.1:${secure}`, version: '2' },
  ]
  const ways = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).flatMap((source, index) =>
    kinds.map(({ kind, url, version }, number): Way => {
      const mount = `IN${index}${number}`
      const file = at(mount)
      const read = () => void run('str2str', '-in', `ntrip://127.0.0.1:${plain}/${mount}`, '-out', file)
      const forward = [`${url}/${mount}`, '--ntrip', version]
      return { name: `Millipede, ${kind}, ${SOURCES[source]}`, source, forward, read, file }
    }),
  )
  const mounts = ways.map(({ file }) => file.slice(-4))
  const line = (mount: string) => `STR;${mount};${mount};RTCM 3.2;;2;GPS;N;MEX;19.43;-99.13;0;0;S;none;N;N;9600;\n`
  writeFileSync(at('sourcetable.dat'), mounts.map(line).join(''))
  writeFileSync(at('source.auth'), mounts.map((mount) => `${mount}:base:${SECRET}\n`).join(''))
  writeFileSync(at('host.auth'), '')
  writeFileSync(at('blocklist'), '')
  const tls = `    tls: true\n    tls_full_certificate_chain: ${certificate}\n    tls_private_key: ${certificate}\n`
  writeFileSync(
    at('caster.yaml'),
    `listen:\n  - port: ${plain}\n    ip: 127.0.0.1\n  - port: ${secure}\n    ip: 127.0.0.1\n${tls}` +
      ['source_auth_file: source.auth', 'host_auth_file: host.auth', 'blocklist_file: blocklist'].join('\n') +
      `\nsourcetable_file: sourcetable.dat\naccess_log: ${at('access.log')}\nlog: ${at('caster.log')}\nlog_level: INFO\n`,
  )
  run(program, '-c', at('caster.yaml'))
  return ways
}

function makeCertificate(): string {
  const file = at('certificate.pem')
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const pem = execFileSync('openssl', ['req', ...options, ...subject, '-keyout', '-', '-out', '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  writeFileSync(file, pem, { mode: 0o600 })
  return file
}

/** Observation messages: casters repeat the other ones to rovers that join. */
const isObservation = (type: number) => type >= 1071 && type <= 1137

/** Compares from the first observations on. Before them are frames that describe the base, and the rest of a reply. */
function compare(expected: Buffer, received: Buffer): string {
  let start = -1
  let frames = 0
  const reader = new FrameReader((payload) => {
    frames++
    if (start < 0 && isObservation(unsignedAt(payload, 0, 12))) start = received.indexOf(payload) - 3
  })
  reader.push(received)
  if (start < 0) return `no observations in ${received.length} bytes`
  const there = expected.indexOf(received.subarray(start, start + 100))
  if (there < 0) return `unknown bytes from ${start} on`
  const length = Math.min(received.length - start, expected.length - there)
  const isEqual = received.subarray(start, start + length).equals(expected.subarray(there, there + length))
  return isEqual ? `equal: ${length} of ${received.length} bytes compared, ${frames} frames` : 'different bytes'
}

const certificate = makeCertificate()
const service = new BenchService(
  at('data'),
  { CASTER_PULL_ALLOW: '127.0.0.0/8', NODE_EXTRA_CA_CERTS: certificate },
  { log: 'ignore' },
)
await service.start()
let failed = false
try {
  await service.command(
    'station',
    'add',
    '--code',
    CODE,
    '--name',
    CODE,
    '--lat',
    '19.43',
    '--lng',
    '-99.13',
    '--open',
    'yes',
  )
  await service.command('mountpoint', 'add', `${CODE}_MSM4`, '--station', CODE, '--form', 'msm4', '--open', 'yes')
  const password = (await service.command('station', 'secret', CODE)).split('\n').at(-1)!.trim()
  const station = new SimulatedStation({
    ...{ sky: new Sky(1), station: { code: CODE, stationId: 1, position: { lat: 19.43, lng: -99.13, height: 2240 } } },
    ...{ host: '127.0.0.1', port: service.casterPort, mountpoint: CODE, revision: 1, intervalMs: 200 },
    credentials: { username: '', password },
  })
  station.start()
  const names = Object.keys(SOURCES) as (keyof typeof SOURCES)[]
  const ways = [
    ...(await Promise.all(names.map(plainWay))),
    ...(values.millipede ? await millipedeWays(values.millipede, certificate) : []),
  ]
  await sleep(1_000)
  for (const name of names)
    run('str2str', '-in', `ntrip://127.0.0.1:${service.casterPort}/${name}`, '-out', at(`own-${name}`))
  await sleep(2_000)
  for (const { forward, source } of ways)
    await service.command('forward', 'add', CODE, ...forward, ...(source === CODE ? [] : ['--mountpoint', source]))
  await sleep(5_000)
  for (const { read } of ways) read()
  await sleep(seconds * 1_000)
  console.log(await service.command('forward', 'list'))
  station.stop()
  await sleep(2_000)
  for (const { name, source, file } of ways) {
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined
    const result = isThere ? compare(readFileSync(at(`own-${source}`)), readFileSync(file)) : 'nothing received'
    failed ||= !result.startsWith('equal')
    console.log(`${name}: ${result}`)
  }
} finally {
  for (const child of children) child.kill()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
