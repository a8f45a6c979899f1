// Additional ports reach all casters of a machine, before and after a restart on passed sockets: with and without TLS,
// and for a station with a client certificate.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import tls from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { casterPortOf, castersOf, importStation, issueLogins, STATION, startBase } from '../../support/casters.ts'
import { selfSigned } from '../../support/certificate.ts'
import { type ClientCertificate, clientCertificate } from '../../support/client-certificate.ts'
import { Devices } from '../../support/devices.ts'
import { lacks } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { makeMigratedDataDir, until, vertice } from '../../support/process.ts'
import { HeldService } from './held-service.ts'

const TIMEOUT_MS = 90_000
const ROVERS = 40
/** The kernel distributes connections at random. */
const isSome = (rovers: number) => rovers > 4

async function ask(port: number, asked: string, secure: boolean, client?: ClientCertificate): Promise<string> {
  const { cert: ca } = selfSigned()
  const shown = client && { cert: client.cert, key: client.key }
  const socket = secure ? tls.connect({ port, host: '127.0.0.1', ca, ...shown }) : connect(port, '127.0.0.1')
  socket.write(asked)
  const [data] = await once(socket, 'data')
  socket.destroy()
  return String(data).split('\r\n', 1)[0]!
}

/** Rovers of each caster that is up, as its node reports them. */
async function roversOfCasters(dataDir: string): Promise<number[]> {
  const { stdout } = await vertice(dataDir, ['node', 'list', '--json'])
  const nodes: { name: string; state: string; rovers: number | null }[] = JSON.parse(stdout)
  return nodes.filter(({ name, state }) => /-caster/.test(name) && state === 'up').map(({ rovers }) => rovers ?? 0)
}

const TABLE = 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n'
const PUSH = 'SOURCE - /TOLU_RTCM32\r\nSource-Agent: NTRIP test\r\n\r\n'

it.skipIf(process.platform !== 'linux' || lacks('further ports of several casters', 'nats-server', 'python3'))(
  'reaches every caster on every port, before and after a restart',
  async () => {
    const dataDir = makeMigratedDataDir()
    const [port, plain, main, secure] = [
      await lastingPort(),
      await lastingPort(),
      await lastingPort(),
      await lastingPort(),
    ]
    const pem = join(dataDir, 'server.pem')
    writeFileSync(pem, selfSigned().cert)
    const settings = {
      ...{ CASTER_PROCESSES: '2', CASTER_PORT: `${port},${plain}`, CASTER_TLS_PORT: `${main},${secure}` },
      ...{ CASTER_TLS_CERT: pem, CASTER_TLS_KEY: pem },
    }
    const places = [port, plain, main, secure].map((one) => `127.0.0.1:${one}*16`)
    const held = await HeldService.start(dataDir, places, settings)
    const { service } = held
    await importStation(dataDir)
    const toluca = [
      '--code',
      'TOLU',
      '--name',
      'Toluca',
      '--lat',
      '19.29',
      '--lng',
      '-99.65',
      '--mountpoint',
      'TOLU_RTCM32',
    ]
    await vertice(dataDir, ['station', 'add', ...toluca])
    const client = clientCertificate('TOLU')
    const file = join(dataDir, 'toluca.pem')
    writeFileSync(file, client.cert)
    await vertice(dataDir, ['station', 'certificate', 'add', 'TOLU', file])
    // The base uses the main port; rovers on other ports receive its stream.
    const base = await startBase(dataDir, casterPortOf(service.output))
    onTestFinished(() => base.stop())
    const rovers = new Devices({
      port: plain,
      mountpoint: STATION.mountpoint,
      logins: await issueLogins(service, dataDir, ROVERS),
      retryMs: 500,
      timeoutMs: 15_000,
    })
    onTestFinished(() => rovers.stop())
    await until(() => rovers.fare.in === ROVERS, TIMEOUT_MS)
    const open = async () => {
      // More requests than casters, so that each caster gets some.
      for (const [where, isSecure] of [
        [plain, false],
        [secure, true],
        [main, true],
      ] as const)
        for (let turn = 0; turn < 6; turn++) expect(await ask(where, TABLE, isSecure)).toBe('SOURCETABLE 200 OK')
      await until(async () => (await ask(secure, PUSH, true, client)) === 'ICY 200 OK', TIMEOUT_MS)
    }
    const eachHasSome = () =>
      expect
        .poll(() => roversOfCasters(dataDir), { timeout: TIMEOUT_MS, interval: 500 })
        .toEqual([expect.toSatisfy(isSome), expect.toSatisfy(isSome)])
    await open()
    await eachHasSome()
    await held.restart()
    await until(() => rovers.fare.lost >= ROVERS && rovers.fare.in === ROVERS, TIMEOUT_MS)
    await open()
    expect(castersOf(held.pid)).toHaveLength(2)
    await eachHasSome()
  },
  300_000,
)
