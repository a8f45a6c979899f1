// Typing errors in the field and omissions of small programs. The caster accepts what it can and explains the rest.

import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/domain/credentials/access-findings.ts'
import { activityOf, explainAccess } from '../../../src/reads/explain-access.ts'
import { findPasses } from '../../../src/store/credentials/passes.ts'
import { loadBook } from '../../../src/store/current/current.ts'
import { ask, basic, refusalsOf, statusOf } from '../../caster/helpers.ts'
import { type Login, Peer, TestCaster } from '../../support/caster.ts'
import { STATIONS } from '../../support/service.ts'
import { beatingBase } from './beats.ts'

const { cdmx, toluca } = STATIONS
const QUIET_MS = 300
const ICY = 'ICY 200 OK\r\n\r\n'
/** First byte of every frame. */
const RTCM = '\xd3'
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ quietMs: QUIET_MS, handshakeMs: 1_500, positionMs: 200 })
  await caster.service.saveStations(cdmx, toluca)
  await beatingBase(caster, 'CDMX', cdmx.mountpoint)
})
afterAll(() => caster.stop())

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const request = (target: string, { username, password }: Omit<Login, 'id'>) =>
  `GET ${target} HTTP/1.0\r\nUser-Agent: NTRIP test\r\n${basic(username, password)}\r\n`
const context = async () => {
  const { db } = caster.service
  return { db, book: await loadBook(db, { casterHost: 'h', casterPort: 2101 }), now: new Date() }
}
const why = async (username: string): Promise<Finding[]> => explainAccess(await context(), username)

async function isLetIn(text: string): Promise<void> {
  const rover = await Peer.open(caster.port, text)
  await rover.until(`${ICY}${RTCM}`)
  rover.close()
}

describe('a typing error that the caster accepts', () => {
  it.each([
    '/CDMX_RTCM32/',
    '/CDMX_RTCM32%20',
    '/CDMX_RTCM32 ',
    '//CDMX_RTCM32//',
    '/%20cdmx_rtcm32%2F',
    'CDMX_RTCM32',
  ])('accepts the mountpoint "%s"', async (target) => isLetIn(request(target, await issue())))

  it('accepts the user name in capitals and with spaces, but only the exact password', async () => {
    const { username, password } = await issue()
    const typed = ` ${username.toUpperCase()}\t`.replace('\t', ' ')
    await isLetIn(request('/CDMX_RTCM32', { username: typed, password }))
    const refused = await ask(caster.port, request('/CDMX_RTCM32', { username, password: `${password} ` }))
    expect(statusOf(refused)).toBe(401)
    expect(await refusalsOf(caster, username)).toEqual([])
    await expect.poll(() => refusalsOf(caster, username)).toMatchObject([{ reason: 'bad_password' }])
    expect((await why(` ${username.toUpperCase()}`))[0]).toMatchObject({ kind: 'in_force' })
  })

  it.each([
    ['the end of its last line', '\r\n'],
    ['a bare line feed', '\n'],
    ['nothing', ''],
  ])('accepts a header without its empty line, followed by %s', async (_, end) => {
    const { username, password } = await issue()
    await isLetIn(`GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP test\r\n${basic(username, password).trimEnd()}${end}`)
  })

  it('accepts a header without its empty line from a station, in both revisions', async () => {
    const secret = await caster.secretOf('TOLU')
    const rev1 = await Peer.open(caster.port, `SOURCE ${secret} /TOLU_RTCM32\r\nSource-Agent: NTRIP test\r\n`)
    await rev1.until('ICY 200 OK\r\n\r\n')
    rev1.close()
    const rev2 = await Peer.open(
      caster.port,
      `POST /TOLU_RTCM32 HTTP/1.1\r\nHost: h\r\nNtrip-Version: Ntrip/2.0\r\n${basic('any', secret)}`,
    )
    await rev2.until('HTTP/1.1 200 OK\r\n')
    rev2.close()
    const withUser = await Peer.open(caster.port, `SOURCE TOLU_RTCM32\r\n${basic('any', secret)}\r\n`)
    await withUser.until('ICY 200 OK\r\n\r\n')
    withUser.close()
  })

  it('answers a request without its empty line, at once if the client half-closes', async () => {
    const table = await ask(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n')
    expect(table).toMatch(/^SOURCETABLE 200 OK\r\n/)
    const patient = await caster.addNode({ quietMs: 600_000, handshakeMs: 600_000 })
    const peer = await Peer.open(patient.caster.address.port)
    peer.socket.end('GET / HTTP/1.1\r\nUser-Agent: curl')
    expect(await peer.all()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('waits for a header sent line by line, and answers an incomplete one at the handshake deadline', async () => {
    const { username, password } = await issue()
    const rover = await Peer.open(caster.port)
    rover.socket.setNoDelay(true)
    for (const line of request('/CDMX_RTCM32', { username, password }).split(/(?<=\n)/)) {
      rover.write(line)
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 3))
    }
    await rover.until(`${ICY}${RTCM}`)
    rover.close()
    const without = await Peer.open(caster.port, 'GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP test\r\n')
    expect(await without.all()).toContain('Faltan usuario')
  })

  it('accepts a position on its own line in the header', async () => {
    const login = await caster.issue()
    const gga = writeGga({ lat: cdmx.lat, lng: cdmx.lng }, new Date())
    const [line, ...rest] = request('/RED', login).split('\r\n')
    const rover = await Peer.open(caster.port, [line, gga, ...rest].join('\r\n'))
    await rover.until(`${ICY}${RTCM}`)
    rover.close()
  })
})

describe('a typing error that the caster explains', () => {
  it('records an e-mail address used as the user name, and reveals nothing to the client', async () => {
    const email = 'Ana.Lopez@example.mx'
    const { id } = await caster.issue({ station_codigo: 'CDMX', cliente_email: email })
    const answer = await ask(caster.port, request('/CDMX_RTCM32', { username: email, password: 'x' }))
    const unknown = await ask(caster.port, request('/CDMX_RTCM32', { username: 'nobody', password: 'x' }))
    const body = (text: string) => text.split('\r\n\r\n')[1]
    expect(body(answer)).toBe(body(unknown))
    await expect.poll(() => refusalsOf(caster, email.toLowerCase())).toMatchObject([{ reason: 'email_as_user' }])
    expect(await why(email)).toMatchObject([{ kind: 'email_as_user' }, { kind: 'refused', reason: 'email_as_user' }])
    // The credential that was mailed to this address shows the rejection too.
    const { username } = (await caster.service.db.pool.query('select username from credentials where id = $1', [id]))
      .rows[0]
    const [pass] = await findPasses(caster.service.db, [username])
    const credential = { ...pass!, customerEmail: email }
    const { findings, refusals } = await activityOf(await context(), { within: 'all', seesSources: true }, credential)
    expect(refusals).toMatchObject([{ username: email.toLowerCase(), reason: 'email_as_user' }])
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'refused', reason: 'email_as_user' }))
    // A reseller does not see it, because the attempt may belong to another owner's customer.
    expect(await activityOf(await context(), { within: 1, seesSources: false }, credential)).toMatchObject({
      refusals: [],
    })
  })

  it('explains a name that no mountpoint can have, and records it for the credential', async () => {
    const login = await issue()
    const rev1 = await ask(caster.port, request('/CDMX RTCM32', login))
    expect(rev1).toMatch(/^SOURCETABLE 200 OK\r\n/)
    const http = await ask(caster.port, request('/CDMX RTCM32', login).replace('NTRIP test', 'Mozilla/5.0'))
    expect(statusOf(http)).toBe(400)
    expect(http).toContain('Invalid mountpoint name.')
    await expect
      .poll(() => refusalsOf(caster, login.username))
      .toMatchObject([{ reason: 'unknown_mountpoint', mountpoint: 'CDMX RTCM32', times: 2 }])
  })

  it('counts unreadable requests', async () => {
    const counted = () => caster.figures.refusals.get('unreadable') ?? 0
    const before = counted()
    await ask(caster.port, 'DELETE /x HTTP/1.1\r\n\r\n')
    await ask(caster.port, '\x16\x03\x01\x02')
    await ask(caster.port, 'hello')
    expect(counted()).toBe(before + 3)
  })

  const good = writeGga({ lat: cdmx.lat, lng: cdmx.lng }, new Date())
  it.each([
    ['gga_bad_checksum', good.replace(/\*..$/, '*ZZ')],
    ['gga_unreadable', '$GPGGA,120000,9999.0,N,09908.0,W,1,12,1.0,2240,M,0,M,,'],
    ['gga_without_position', '$GPGGA,120000,,,,,0,00,,,M,,M,,'],
    ['no_gga', 'hello'],
  ])('records %s for a rover that gets no data on the network mountpoint', async (code, sentence) => {
    const login = await caster.issue()
    const rover = await caster.rover(login, 'RED')
    rover.write(`${sentence}\r\n`)
    await expect
      .poll(async () => (await why(login.username)).find(({ kind }) => kind === 'noted'))
      .toMatchObject({ kind: 'noted', note: { code } })
    rover.write(`${good}\r\n`)
    await rover.until(RTCM)
    rover.close()
  })
})
