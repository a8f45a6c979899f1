// Behind an HTTP proxy: the client of each request is in X-Forwarded-For, and connections are reused for sourcetables.
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listSessionsOf } from '../../../../src/store/sessions/rows.ts'
import { type Login, Peer, TestCaster } from '../../../support/caster.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { flowingBase, refusalsOf, statusOf } from '../../helpers.ts'

const { cdmx } = STATIONS
const PROXY = '127.0.0.9'
const ELSEWHERE = '127.0.0.1'
const ROVER = '189.203.4.7'
const OTHER_ROVER = '189.203.4.8'
const MOST_PER_ADDRESS = 2

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ handshakeMs: 3_000 }, { httpProxies: [PROXY], mostPerAddress: MOST_PER_ADDRESS })
  await caster.service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
})
afterAll(() => caster.stop())

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const addressesOf = async ({ id }: Login) =>
  (await listSessionsOf(caster.service.db, id, 9)).map(({ address }) => address)

async function open(lines: readonly string[], from = PROXY): Promise<Peer> {
  const peer = await Peer.open(caster.port, `${lines.join('\r\n')}\r\n\r\n`, from)
  onTestFinished(() => peer.close())
  return peer
}

const streamOf = ({ username, password }: Pick<Login, 'username' | 'password'>, ...more: string[]) => [
  `GET /${cdmx.mountpoint} HTTP/1.1`,
  'Host: caster.example',
  'Ntrip-Version: Ntrip/2.0',
  'User-Agent: NTRIP test',
  `Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  ...more,
]
const table = (...more: string[]) => ['GET / HTTP/1.1', 'Host: caster.example', 'User-Agent: curl/8', ...more]

describe('a rover behind a trusted HTTP proxy', () => {
  it('is recorded under the address that the proxy appended', async () => {
    const login = await issue()
    const rover = await open(streamOf(login, `X-Forwarded-For: 10.9.9.9, ${ROVER}`))
    await rover.until('\r\n\r\n')
    expect(statusOf(rover.text)).toBe(200)
    await until(async () => (await addressesOf(login)).length === 1)
    expect(await addressesOf(login)).toEqual([ROVER])
  })

  it('is rejected under that address', async () => {
    const username = `nobody-${Date.now()}`
    const rover = await open(streamOf({ username, password: 'x' }, `X-Forwarded-For: ${ROVER}`))
    expect(statusOf(await rover.all())).toBe(401)
    await until(async () => (await refusalsOf(caster, username)).length > 0)
    expect((await refusalsOf(caster, username))[0]!.address).toBe(ROVER)
  })

  it('counts for its own address, not for that of the proxy', async () => {
    const from = async (address: string) => open(streamOf(await issue(), `X-Forwarded-For: ${address}`))
    for (let session = 0; session < MOST_PER_ADDRESS; session++) await (await from(OTHER_ROVER)).until('gnss/data')
    expect(statusOf(await (await from(OTHER_ROVER)).all())).toBe(429)
    await (await from('189.203.4.9')).until('gnss/data')
  })

  it('has the address of the proxy without a valid header', async () => {
    const login = await issue()
    const rover = await open(streamOf(login, 'X-Forwarded-For: unknown'))
    await rover.until('gnss/data')
    await until(async () => (await addressesOf(login)).length === 1)
    expect(await addressesOf(login)).toEqual([PROXY])
  })
})

it('ignores X-Forwarded-For of other clients', async () => {
  const login = await issue()
  const rover = await open(streamOf(login, `X-Forwarded-For: ${ROVER}`), ELSEWHERE)
  await rover.until('gnss/data')
  await until(async () => (await addressesOf(login)).length === 1)
  expect(await addressesOf(login)).toEqual([ELSEWHERE])
})

describe('a connection for sourcetables', () => {
  it('serves further requests, also pipelined ones, and a stream after them', async () => {
    const login = await issue()
    const requests = [table(), ['HEAD / HTTP/1.1', 'Host: x', 'User-Agent: curl/8'], streamOf(login)]
    const peer = await open([requests.map((lines) => lines.join('\r\n')).join('\r\n\r\n')])
    await peer.until('gnss/data')
    const [first, second, third] = peer.text.split(/(?=HTTP\/1\.1 200)/)
    expect(first).toContain('Connection: keep-alive')
    expect(first).toContain('ENDSOURCETABLE')
    expect(second).toContain('Connection: keep-alive')
    expect(second).not.toContain('ENDSOURCETABLE')
    expect(third).toContain('Connection: close')
  })

  it('is used again by an HTTP agent', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const ports = new Set<number | undefined>()
    for (let round = 0; round < 3; round++) {
      const text = await new Promise<string>((resolve, reject) => {
        const asked = request({ host: '127.0.0.1', port: caster.port, agent }, (response) => {
          ports.add(response.socket.localPort)
          let body = ''
          response.setEncoding('latin1').on('data', (piece) => {
            body += piece
          })
          response.on('end', () => resolve(body))
        })
        asked.on('error', reject).end()
      })
      expect(text).toContain('ENDSOURCETABLE')
    }
    expect(ports.size).toBe(1)
  })

  it.each([
    ['HTTP/1.0', ['GET / HTTP/1.0', 'User-Agent: curl/8']],
    ['Connection: close', table('Connection: close')],
    ['NTRIP 1', ['GET / HTTP/1.1', 'User-Agent: NTRIP test']],
    [
      'NTRIP 2 that does not ask for more',
      ['GET / HTTP/1.1', 'Host: x', 'Ntrip-Version: Ntrip/2.0', 'User-Agent: NTRIP t'],
    ],
  ])('is closed after the reply: %s', async (_, lines) => {
    const text = await (await open(lines)).all()
    expect(text).toContain('Connection: close')
    expect(text).toContain('ENDSOURCETABLE')
  })

  it('stays open for a client of NTRIP 2 that asks for it', async () => {
    const lines = [
      'GET / HTTP/1.1',
      'Host: x',
      'Ntrip-Version: Ntrip/2.0',
      'User-Agent: NTRIP t',
      'Connection: Keep-Alive',
    ]
    const peer = await open(lines)
    await peer.until('ENDSOURCETABLE')
    peer.write(`${lines.join('\r\n')}\r\n\r\n`)
    await until(() => peer.text.split('ENDSOURCETABLE').length === 3)
    expect(peer.text).toContain('Connection: keep-alive')
  })

  it('is closed when no request follows', async () => {
    const peer = await open(table())
    await peer.until('ENDSOURCETABLE')
    expect(await peer.all()).toContain('keep-alive')
  })
})
