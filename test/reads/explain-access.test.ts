// `vertice credential why` after real connections and refusals.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '../../src/domain/credentials/access-findings.ts'
import { explainAccess } from '../../src/reads/explain-access.ts'
import { loadBook } from '../../src/store/current/current.ts'
import { kickSession } from '../../src/store/sessions/rows.ts'
import { askRev1, changeCredential, flowingBase, refusalsOf, secondsFromNow } from '../caster/helpers.ts'
import { type Login, TestCaster } from '../support/caster.ts'
import { archive } from '../support/rows.ts'
import { STATIONS } from '../support/service.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca, cuernavaca)
  await flowingBase(caster, cdmx)
})
afterAll(() => caster.stop())

const issue = (code = 'CDMX') => caster.issue({ station_codigo: code })

async function why(username: string): Promise<Finding[]> {
  const { db } = caster.service
  return explainAccess(
    { db, book: await loadBook(db, { casterHost: 'h', casterPort: 2101 }), now: new Date() },
    username,
  )
}

async function refusedAt(mountpoint: string, login: Omit<Login, 'id'>, times = 1): Promise<Finding[]> {
  for (let count = 0; count < times; count++) await askRev1(caster.port, mountpoint, login)
  await expect.poll(async () => (await refusalsOf(caster, login.username)).at(-1)?.times).toBe(times)
  return why(login.username)
}

describe('vertice credential why', () => {
  it('explains an unknown user name', async () => {
    expect(await why('nobody')).toEqual([{ kind: 'unknown_user' }])
    const findings = await refusedAt(cdmx.mountpoint, { username: 'misspelt', password: 'x' })
    expect(findings).toMatchObject([{ kind: 'unknown_user' }, { kind: 'refused', reason: 'unknown_user' }])
  })

  it('explains a credential that was never used', async () => {
    expect(await why((await issue()).username)).toEqual([
      { kind: 'in_force', until: expect.any(Date), mountpoint: 'CDMX_RTCM32' },
      { kind: 'never_seen' },
    ])
  })

  it('explains a network credential', async () => {
    expect((await why((await caster.issue()).username))[0]).toMatchObject({ kind: 'in_force', mountpoint: 'RED' })
  })

  it('explains a wrong password, used three times', async () => {
    const { username } = await issue()
    const findings = await refusedAt(cdmx.mountpoint, { username, password: 'wrong' }, 3)
    expect(findings[1]).toMatchObject({
      kind: 'refused',
      reason: 'bad_password',
      at: expect.any(Date),
      address: '127.0.0.1',
      times: 3,
    })
  })

  it('explains a wrong mountpoint, an unknown one, and a silent base', async () => {
    const [another, none, silent] = await Promise.all([
      refusedAt(cdmx.mountpoint, await issue('TOLU')),
      refusedAt('CDMX', await issue()),
      refusedAt(toluca.mountpoint, await issue('TOLU')),
    ])
    expect(another[1]).toMatchObject({ reason: 'wrong_mountpoint', asked: 'CDMX_RTCM32', opens: 'TOLU_RTCM32' })
    expect(none[1]).toMatchObject({ reason: 'unknown_mountpoint', asked: 'CDMX' })
    expect(silent[1]).toMatchObject({ reason: 'base_down', asked: 'TOLU_RTCM32' })
  })

  it('explains a scheduled, an expired and a revoked credential', async () => {
    const scheduled = await caster.issue({ station_codigo: 'CDMX', inicia_at: secondsFromNow(600).toISOString() })
    const [expired, revoked] = [await issue(), await issue()]
    await changeCredential(caster, expired.id, { starts_at: secondsFromNow(-7200), expires_at: secondsFromNow(-60) })
    await caster.client.delete(`/credentials/${revoked.id}`)
    const answers = await Promise.all([scheduled, expired, revoked].map((login) => refusedAt(cdmx.mountpoint, login)))
    expect(answers.map(([state]) => state)).toEqual([
      { kind: 'not_started', at: expect.any(Date) },
      { kind: 'expired', at: expect.any(Date) },
      { kind: 'revoked', at: expect.any(Date) },
    ])
    expect(answers[2]![1]).toMatchObject({ kind: 'refused', reason: 'revoked' })
  })

  it('explains an archived station', async () => {
    const login = await issue('CUER')
    await archive(caster.service, 'CUER')
    expect((await refusedAt(cuernavaca.mountpoint, login))[0]).toEqual({ kind: 'station_archived' })
  })

  it('explains a connected, a replaced and a kicked session', async () => {
    const login = await issue()
    const rover = await caster.rover(login, cdmx.mountpoint)
    await expect
      .poll(async () => (await why(login.username))[1])
      .toMatchObject({ kind: 'connected', address: '127.0.0.1', since: expect.any(Date) })
    const second = await caster.rover(login, cdmx.mountpoint)
    await rover.closed
    const { id } = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === login.id)!
    await expect.poll(() => kickSession(caster.service.db, id)).toBe(true) // the session is recorded asynchronously
    await second.closed
    await expect.poll(async () => (await why(login.username))[1]).toMatchObject({ kind: 'ended', reason: 'kicked' })
    const third = await caster.rover(login, cdmx.mountpoint)
    third.leave()
    await expect
      .poll(async () => (await why(login.username)).at(-1))
      .toMatchObject({ kind: 'ended', reason: 'client_left' })
  })

  it('explains a network session without a position', async () => {
    const login = await caster.issue()
    const rover = await caster.rover(login, 'RED')
    caster.role.caster.sessions.all
      .find(({ credentialId }) => credentialId === login.id)!
      .note({ code: 'no_gga', params: {} })
    await expect
      .poll(async () => (await why(login.username))[2])
      .toMatchObject({ kind: 'noted', note: { code: 'no_gga', at: expect.any(Date) } })
    rover.close()
  })
})
