// Stations that authenticate with a client certificate: real TLS and certificates, both NTRIP versions, several nodes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { proxyHeader } from '../../../packages/ntrip/test/support/proxy-headers.ts'
import { addCertificate, removeCertificate, requireCertificate } from '../../../src/actions/stations/certificates.ts'
import { makeStandbySecret } from '../../../src/actions/stations/standby.ts'
import { keyOf } from '../../../src/caster/door/limits/forgetful-map.ts'
import { listPushRules } from '../../../src/reads/admit-push.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { statement } from '../../../src/store/kit/database.ts'
import { byTest } from '../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { selfSigned } from '../../support/certificate.ts'
import { type ClientCertificate, clientCertificate } from '../../support/client-certificate.ts'
import { until } from '../../support/process.ts'
import { STATIONS } from '../../support/service.ts'
import { basic, isLive } from '../helpers.ts'

const { cdmx, toluca } = STATIONS
const BALANCER = '127.0.0.9'
const ICY = 'ICY 200 OK\r\n\r\n'
const DAY_MS = 86_400_000
/** A caster checks whether the proofs of connected pushes are still valid at this interval. */
const LOOKS = { settingsMs: 200 }

let folder: string
let caster: TestCaster
let secret: string
const open: Push[] = []
const made = new Map<string, ClientCertificate>()

/** Created once per name. */
function certificate(name: string, fromDays = -1, untilDays = 365): ClientCertificate {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS)
  const one = made.get(name) ?? clientCertificate(name, { from: at(fromDays), until: at(untilDays) })
  made.set(name, one)
  return one
}

const sql = (text: string) => caster.service.db.query(statement(keyOf(text), text))
const context = () => byTest(caster.service.services)
const add = (one: ClientCertificate, source: 'first' | 'backup' = 'first', code: string = cdmx.code) =>
  addCertificate(context(), { code }, { pem: one.cert, source })
const demand = (isRequired: boolean) => requireCertificate(context(), { code: cdmx.code }, isRequired)
const remove = ({ fingerprint }: ClientCertificate) => removeCertificate(context(), { code: cdmx.code }, fingerprint)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-certificates-'))
  const { cert, key } = selfSigned()
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  const more = { tls: { port: 0, ...files }, trustedProxies: [BALANCER] }
  caster = await TestCaster.start(LOOKS, more)
  await caster.addNode(LOOKS, more)
  await caster.service.saveStations(cdmx, toluca)
  secret = await caster.secretOf(cdmx.code)
})
afterEach(async () => {
  for (const push of open.splice(0)) push.socket.destroy()
  await sql('delete from station_certificates')
  await sql('update stations set certificate_required = false, backup_push_secret = null')
  await isLive(caster, cdmx.code, caster.role, false)
})
afterAll(async () => {
  await caster.stop()
  rmSync(folder, { recursive: true })
})

interface How {
  readonly one?: ClientCertificate | undefined
  readonly role?: CasterRole
  readonly tls?: tls.ConnectionOptions
  /** PROXY protocol header to send first. */
  readonly header?: Buffer
}

interface Push {
  readonly socket: tls.TLSSocket
  text: string
  isClosed: boolean
}

async function connect(asked: string, { one, role = caster.role, tls: more, header }: How = {}): Promise<Push> {
  const { port } = role.caster.tlsAddress!
  const raw = net.connect({ host: '127.0.0.1', port, localAddress: header ? BALANCER : '127.0.0.1' })
  await once(raw, 'connect')
  if (header) raw.write(header)
  const shown = one && { cert: one.cert, key: one.key }
  const socket = tls.connect({ socket: raw, rejectUnauthorized: false, ...shown, ...more })
  const push: Push = { socket, text: '', isClosed: false }
  open.push(push)
  socket.on('data', (data) => {
    push.text += data.toString('latin1')
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      push.isClosed = true
    })
  await once(socket, 'secureConnect')
  socket.write(asked)
  return push
}

const rev1 = (password: string, { mountpoint } = cdmx) =>
  `SOURCE ${password} /${mountpoint}\r\nSource-Agent: NTRIP test\r\n\r\n`
const rev2 = (login: string) =>
  `POST /${cdmx.mountpoint} HTTP/1.1\r\nHost: caster\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP test\r\n${login}\r\n`

async function letIn(asked: string, how: How = {}): Promise<Push> {
  const push = await connect(asked, how)
  await until(() => push.text.includes('200 OK\r\n'))
  push.socket.write('from the station')
  await isLive(caster, cdmx.code, how.role ?? caster.role)
  return push
}

async function refused(asked: string, how: How = {}): Promise<string> {
  const push = await connect(asked, how)
  await until(() => push.isClosed || push.socket.readableEnded)
  return push.text
}

const gone = (push: Push) => until(() => push.isClosed, 5_000)

async function asks(role: CasterRole = caster.role): Promise<void> {
  const { port } = role.caster.tlsAddress!
  await until(() => asksNow(port))
}

/** Runs openssl without blocking, because the caster runs in this process too. */
async function asksNow(port: number): Promise<boolean> {
  const client = spawn('openssl', ['s_client', '-connect', `127.0.0.1:${port}`, '-msg', '-tls1_2'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  client.stdout.on('data', (data) => {
    said += data
  })
  await once(client, 'close')
  return said.includes('CertificateRequest')
}

describe('a client certificate instead of the password', () => {
  it('is requested only while a station has a registered certificate', async () => {
    const { port } = caster.role.caster.tlsAddress!
    expect(await asksNow(port)).toBe(false)
    await add(certificate('mine'))
    await asks()
  })

  it.each([
    ['rev1, with any password', rev1('anything')],
    ['rev2, without a login', rev2('')],
    ['rev2, with a wrong one', rev2(basic('any', 'wrong'))],
  ])('is sufficient if it is registered: %s', async (_, asked) => {
    await add(certificate('mine'))
    await asks()
    await letIn(asked, { one: certificate('mine') })
  })

  it('leaves the password valid, with TLS and without', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1(secret))
    push.socket.destroy()
    const plain = await caster.base(cdmx.code, cdmx.mountpoint)
    plain.close()
    await letIn(rev1(secret), { one: certificate('foreign') })
  })

  it('is not required of rovers', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const { username, password } = await caster.issue({ station_codigo: cdmx.code })
    const rover = await connect(rev1Request(cdmx.mountpoint, username, password))
    await until(() => rover.text.startsWith(ICY))
    push.socket.write('to everybody')
    await until(() => rover.text.includes('to everybody'))
  })

  it('is rejected with a reason if it is another station’s, expired or not valid yet', async () => {
    await add(certificate('theirs'), 'first', toluca.code)
    await add(certificate('tomorrow', 1))
    await add(certificate('expired'))
    await sql(
      `update station_certificates set valid_until = now() - interval '1 hour' where fingerprint = '${certificate('expired').fingerprint}'`,
    )
    await asks()
    const [theirs, withWrong, early, ended, ended2] = await Promise.all([
      refused(rev2(''), { one: certificate('theirs') }),
      refused(rev1('wrong'), { one: certificate('theirs') }),
      refused(rev1('-'), { one: certificate('tomorrow') }),
      refused(rev1('-'), { one: certificate('expired') }),
      refused(rev2(''), { one: certificate('expired') }),
    ])
    expect(theirs).toMatch(/^HTTP\/1\.1 401 [\s\S]*not registered for this station[\s\S]*Este certificado/)
    expect(withWrong).toBe('ERROR - Bad Password\r\n')
    expect(early).toBe('ERROR - This client certificate is not valid yet. Check its dates.\r\n')
    expect(ended).toBe('ERROR - This client certificate has expired. Register a new one.\r\n')
    expect(ended2).toMatch(/^HTTP\/1\.1 401 [\s\S]*has expired/)
    expect(caster.log.join('')).toMatch(/Rejected a push.*/)
  })

  it('cannot be registered after its own expiry, and is unknown when it is presented', async () => {
    const past = clientCertificate('past', { from: new Date('2020-01-01'), until: new Date('2021-01-01') })
    await expect(add(past)).rejects.toMatchObject({ fields: [{ path: ['pem'], code: 'certificate_ended' }] })
    await add(certificate('mine'))
    await asks()
    expect(await refused(rev2(''), { one: past })).toContain('not registered for this station')
  })

  it('takes over from a push with only a password, which cannot take over from it', async () => {
    await add(certificate('mine'))
    await asks()
    const old = await letIn(rev1(secret))
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    await gone(old)
    expect(await refused(rev1(secret))).toBe('ERROR - Mount Point Taken or Invalid\r\n')
    expect(push.isClosed).toBe(false)
  })

  it('is separate for the standby source of a station', async () => {
    const { secret: spare } = await makeStandbySecret(context(), { code: cdmx.code })
    await add(certificate('mine'))
    await add(certificate('second'), 'backup')
    await asks()
    const first = await letIn(rev1('-'), { one: certificate('mine') })
    const second = await connect(rev1('-'), { one: certificate('second') })
    await until(() => second.text === ICY)
    await demand(true)
    await Promise.all([gone(first), gone(second)])
    expect(await refused(rev1(spare), { one: certificate('mine') })).toBe('ERROR - Bad Password\r\n')
    const again = await connect(rev1(spare), { one: certificate('second') })
    await until(() => again.text === ICY)
  })
})

describe('a client certificate in addition to the password', () => {
  it('makes both necessary, and without a certificate hides whether the password is right', async () => {
    await add(certificate('mine'))
    await demand(true)
    await asks()
    const plain = async (password: string) => (await Peer.open(caster.port, rev1(password))).all()
    const [right, wrong, overPlain, wrongOverPlain, foreign, alone, alone2] = await Promise.all([
      refused(rev1(secret)),
      refused(rev1('wrong')),
      plain(secret),
      plain('wrong'),
      refused(rev1(secret), { one: certificate('foreign') }),
      refused(rev1('wrong'), { one: certificate('mine') }),
      refused(rev2(''), { one: certificate('mine') }),
    ])
    expect(right).toBe('ERROR - This station requires its client certificate. Connect over TLS and present it.\r\n')
    expect([wrong, overPlain, wrongOverPlain]).toEqual([right, right, right])
    expect(foreign).toBe('ERROR - This client certificate is not registered for this station.\r\n')
    expect(alone).toBe('ERROR - Bad Password\r\n')
    expect(alone2).toMatch(/^HTTP\/1\.1 401 /)
    await letIn(rev2(basic('any', secret)), { one: certificate('mine') })
  })

  it('is accepted together with the password, also behind a proxy that sends the client address', async () => {
    await add(certificate('mine'))
    await demand(true)
    await asks()
    await letIn(rev1(secret), { one: certificate('mine'), header: proxyHeader('189.203.4.7') })
  })

  it('ends pushes with only a password on every node when it becomes required', async () => {
    await add(certificate('mine'))
    const pushes = await Promise.all(nodes().map((role) => letIn(rev1(secret), { role })))
    await demand(true)
    await Promise.all(pushes.map(gone))
    expect(caster.log.join('')).toContain('its credentials no longer meet the requirements of the station')
  })

  it('keeps a push that sent both when it becomes required later', async () => {
    await add(certificate('mine'))
    await asks()
    const both = await letIn(rev1(secret), { one: certificate('mine') })
    const alone = await letIn(rev1(secret), { role: caster.node(1) })
    await demand(true)
    await gone(alone)
    const rules = await listPushRules(caster.service.db)
    expect(caster.role.caster.sources.pushes.endUnproven(rules, performance.now())).toEqual([])
    expect(both.isClosed).toBe(false)
  })

  it('cannot become required while the only certificate has expired or is not valid yet', async () => {
    await add(certificate('later', 1, 365))
    const refusal = { fields: [{ path: ['required'], code: 'certificate_missing' }] }
    await expect(demand(true)).rejects.toMatchObject(refusal)
    await add(certificate('mine'))
    await sql(`update station_certificates set valid_until = now() - interval '1 second' where valid_from < now()`)
    await expect(demand(true)).rejects.toMatchObject(refusal)
  })

  it('cannot be removed while it is required and the last valid one of its source; an expired one can', async () => {
    const refusal = { fields: [{ path: ['fingerprint'], code: 'certificate_last' }] }
    await makeStandbySecret(context(), { code: cdmx.code })
    await add(certificate('second'), 'backup')
    await add(certificate('mine'))
    await add(certificate('next'))
    await demand(true)
    const expire = ({ fingerprint }: ClientCertificate) =>
      sql(
        `update station_certificates set valid_until = now() - interval '1 second' where fingerprint = '${fingerprint}'`,
      )
    await expire(certificate('next'))
    await expect(remove(certificate('mine'))).rejects.toMatchObject(refusal)
    await expect(remove(certificate('second'))).rejects.toMatchObject(refusal)
    await remove(certificate('next'))
    await add(certificate('later', 1, 365))
    await expect(remove(certificate('mine'))).rejects.toMatchObject(refusal)
    await expire(certificate('mine'))
    await remove(certificate('mine')) // it is expired, so removing it takes no access away
  })

  it('can be removed from an archived station and from one that does not require it', async () => {
    await add(certificate('mine'))
    await demand(true)
    await sql(`update stations set archived_at = now() where code = '${cdmx.code}'`)
    await remove(certificate('mine')).finally(() => sql('update stations set archived_at = null'))
    await demand(false)
    await add(certificate('mine'))
    await remove(certificate('mine'))
  })
})

/** Without a bus, each node may have its own push. */
const nodes = (): CasterRole[] => [caster.role, caster.node(1)]

describe('a push with a certificate', () => {
  it('ends on any node when its certificate is removed, and pushes with another certificate stay', async () => {
    await add(certificate('mine'))
    await add(certificate('next'))
    await Promise.all(nodes().map(asks))
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const elsewhere = await letIn(rev1('-'), { one: certificate('next'), role: caster.node(1) })
    await remove(certificate('mine'))
    await gone(push)
    expect(elsewhere.isClosed).toBe(false)
    await remove(certificate('next'))
    await gone(elsewhere)
  })

  it('ends even if the login of another station cannot be decrypted', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const login = (value: string) =>
      sql(
        `update stations set backup_pull_url = ${value}, backup_pull_login = ${value}::bytea where code = '${toluca.code}'`,
      )
    await login(`'ntrip://203.0.113.7/X'`)
    await remove(certificate('mine'))
    await gone(push).finally(() => login('null'))
  })

  it('does not end when its certificate expires after the last contact with the database', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    const { sources } = caster.role.caster
    const heard = performance.now()
    const [one] = await listPushRules(caster.service.db)
    const [stationId, rule] = one!
    const validUntil = new Date(Date.now() + 50)
    const rules = new Map([
      [stationId, { ...rule, certificates: rule.certificates.map((c) => ({ ...c, validUntil })) }],
    ])
    await until(() => Date.now() > validUntil.getTime() + 10)
    expect(sources.pushes.endUnproven(rules, heard)).toEqual([])
    expect(push.isClosed).toBe(false)
    expect(sources.pushes.endUnproven(rules, performance.now())).toEqual([stationId])
  })

  it('ends when its certificate expires', async () => {
    await add(certificate('mine'))
    await asks()
    const push = await letIn(rev1('-'), { one: certificate('mine') })
    await sql(`update station_certificates set valid_until = now() - interval '1 second'`)
    await gone(push)
  })
})

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('a resumed TLS session (%s)', (version) => {
  it('still counts as its certificate, and is rejected once that certificate is removed', async () => {
    await add(certificate('mine'))
    await asks()
    const versions = { minVersion: version, maxVersion: version }
    const first = await connect(rev1('-'), { one: certificate('mine'), tls: versions })
    let session: Buffer | undefined
    first.socket.on('session', (given) => {
      session = given
    })
    await until(() => first.text === ICY && (session !== undefined || first.socket.getSession() !== undefined))
    session ??= first.socket.getSession()
    first.socket.destroy()
    // No certificate this time: the resumed session identifies it.
    const again = await letIn(rev1('-'), { tls: { ...versions, session } })
    expect(again.socket.isSessionReused()).toBe(true)
    await remove(certificate('mine'))
    await gone(again)
    await add(certificate('next'))
    expect(await refused(rev2(''), { tls: { ...versions, session } })).toMatch(/^HTTP\/1\.1 401 /)
  })
})
