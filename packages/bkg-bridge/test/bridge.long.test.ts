// The bridge in this process, against a Vértice API on a real port and a caster that behaves like BKG's.
import { readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { concurrently } from '../../../test/support/concurrent.ts'
import { measuresTime } from '../../../test/support/loop-watch.ts'
import { until } from '../../../test/support/process.ts'
import { STATIONS } from '../../../test/support/service.ts'
import { type Issued, issue, makeWorld, OPERATORS } from './support.ts'

const CDMX = STATIONS.cdmx.mountpoint
const TOLUCA = STATIONS.toluca.mountpoint

concurrently(
  'follows every change of a credential, disconnects users who lost access, and leaves the operator’s lines alone',
  async () => {
    const { caster, folder, client, run, log } = await makeWorld()
    const before = await issue(client, { station_codigo: 'CDMX' })
    await run()
    const lets = ({ usuario, password }: Issued, mountpoint = CDMX) => caster.lets(usuario, password, mountpoint)
    await until(() => caster.users.has(before.usuario))
    expect(lets(before)).toBe(true)
    expect(lets(before, TOLUCA)).toBe(false)
    expect(caster.lets('nobody', 'x', TOLUCA)).toBe(false) // has a line, although no user may open it
    expect(caster.limitOf(before.usuario)).toBe(2)
    expect(caster.lets('feeder', 'push', 'OWN')).toBe(true)

    const issued = await issue(client, { station_codigo: 'CDMX' })
    await until(() => lets(issued))
    const session = caster.connect(issued.usuario, issued.password, CDMX, 'NTRIP x] [User: a] [Id: 99')!
    const other = caster.connect(before.usuario, before.password, CDMX)!
    const operators = caster.connect('feeder', 'push', 'OWN')!

    await client.post(`/credentials/${issued.id}/suspender`, {})
    await until(() => !lets(issued) && !caster.isConnected(session))
    await client.post(`/credentials/${issued.id}/reanudar`, {})
    await until(() => lets(issued))

    const again = caster.connect(issued.usuario, issued.password, CDMX)!
    const { body } = await client.post(`/credentials/${issued.id}/password`, {})
    const renewed = { ...issued, password: body.credential.password }
    await until(() => lets(renewed) && !caster.isConnected(again))
    expect(lets(issued)).toBe(false)

    await client.patch(`/credentials/${issued.id}`, { station_codigo: 'TOLU' })
    await until(() => lets(renewed, TOLUCA))
    expect(lets(renewed)).toBe(false)

    const last = caster.connect(issued.usuario, renewed.password, TOLUCA)!
    await client.delete(`/credentials/${issued.id}`)
    await until(() => !caster.users.has(issued.usuario) && !caster.isConnected(last))
    expect(caster.isConnected(other)).toBe(true)
    expect(caster.isConnected(operators)).toBe(true)

    for (const [name, text] of Object.entries(OPERATORS)) {
      expect(readFileSync(join(folder, name)).subarray(0, text.length)).toEqual(text)
      expect(readFileSync(join(folder, `${name}.before-vertice`))).toEqual(text)
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o640)
    }
    // The caster answers after it has closed the connection.
    await until(() => log.includes(`Disconnected ${issued.usuario} from /${TOLUCA}`))
    expect(log.join('\n')).not.toContain(before.password)
  },
)

concurrently('disconnects a user who was suspended and resumed between two polls', async () => {
  const { caster, client, run } = await makeWorld()
  const one = await issue(client, { station_codigo: 'CDMX' })
  await run({ pollSeconds: 3 })
  await until(() => caster.users.has(one.usuario))
  const session = caster.connect(one.usuario, one.password, CDMX)!
  await client.post(`/credentials/${one.id}/suspender`, {})
  await client.post(`/credentials/${one.id}/reanudar`, {})
  await until(() => !caster.isConnected(session))
  await until(() => caster.lets(one.usuario, one.password, CDMX))
})

concurrently(
  'opens at the start and closes at the expiry of a credential, while the API is unreachable',
  async () => {
    const { service, caster, client, run } = await makeWorld()
    const ending = await issue(client, { station_codigo: 'CDMX' })
    const endsAt = Date.now() + 12_000
    await service.db.pool.query('update credentials set expires_at = $2 where id = $1', [ending.id, new Date(endsAt)])
    const startsAt = Date.now() + 10_000
    const later = await issue(client, { station_codigo: 'CDMX', inicia_at: new Date(startsAt).toISOString() })
    await run()
    await until(() => caster.users.has(ending.usuario))
    const session = caster.connect(ending.usuario, ending.password, CDMX)!
    expect(caster.users.has(later.usuario)).toBe(false)
    await (await service.app).close()
    await until(() => caster.lets(later.usuario, later.password, CDMX))
    expect(Date.now()).toBeGreaterThanOrEqual(startsAt)
    await until(() => !caster.users.has(ending.usuario) && !caster.isConnected(session))
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
    expect(Date.now() - endsAt).toBeLessThan(10_000)
  },
  measuresTime(),
)

concurrently(
  'knows groups, open mountpoints and several organizations, and finds an import that has no events',
  async () => {
    const { service, caster, client, settings, run } = await makeWorld()
    const { db } = service
    const { rows } = await db.pool.query("insert into station_groups (name) values ('both') returning id")
    await db.pool.query(
      'insert into station_group_members (group_id, station_id) select $1::bigint, id from stations',
      [rows[0].id],
    )
    const reseller = await service.token(['read', 'provision'], 'Reseller')
    const grouped = await issue(client, { grupo: 'both' })
    const network = await issue(service.as(reseller.secret))
    await run({ tokens: [...settings.tokens, reseller.secret] })
    await until(() => caster.users.has(grouped.usuario) && caster.users.has(network.usuario))
    expect([CDMX, TOLUCA, 'RED'].map((name) => caster.lets(grouped.usuario, grouped.password, name))).toEqual([
      ...[true, true, false],
    ])
    expect(caster.lets(network.usuario, network.password, 'RED')).toBe(true)
    expect(caster.lets(network.usuario, network.password, CDMX)).toBe(false)

    const silent = await issue(client, { station_codigo: 'CDMX' })
    await db.pool.query('delete from events where credential_id = $1', [silent.id])
    await until(() => caster.users.has(silent.usuario), 60_000)
  },
)

concurrently(
  'keeps room in the rate limit: a revocation is in force although passwords are still to be read',
  async () => {
    const { caster, client, run } = await makeWorld({ rateLimitPerMinute: 60 })
    const credentials = Array.from({ length: 100 }, () => ({ segundos: 3_600, station_codigo: 'CDMX' }))
    const { body } = await client.post('/credentials/batch', { credentials })
    const issued: Issued[] = body.credentials
    await run({ pollSeconds: 5 })
    await until(() => caster.users.size > 22)
    expect(caster.users.size).toBeLessThan(80)
    const one = issued.find(({ usuario }) => caster.users.has(usuario))!
    expect((await client.delete(`/credentials/${one.id}`)).status).toBe(200)
    await until(() => !caster.users.has(one.usuario))
    expect(caster.users.size).toBeLessThan(90)
  },
)

concurrently('goes on after the caster was down, answered with errors or was restarted', async () => {
  const { caster, client, run, log } = await makeWorld()
  await run()
  const first = await issue(client)
  await until(() => caster.users.has(first.usuario))

  caster.trouble = 'error'
  const second = await issue(client)
  await until(() => log.some((sentence) => sentence.startsWith('The caster answers with an error')))
  expect(caster.users.has(second.usuario)).toBe(false)
  caster.trouble = 'none'
  await until(() => caster.users.has(second.usuario))
  await until(() => log.includes('The caster is up to date again'))

  await caster.stop()
  const third = await issue(client)
  await until(() => log.some((sentence) => sentence.startsWith('Cannot reach the caster')))
  await caster.start()
  await until(() => caster.users.has(third.usuario))
  expect(log.join('\n')).not.toMatch(/same@|%C3/)
})

concurrently('retries a file that could not be written, although no credential changes', async () => {
  const { caster, client, folder, run, log } = await makeWorld()
  await run()
  const first = await issue(client)
  await until(() => caster.users.has(first.usuario))
  // A link to a name so long that no temporary name fits beside it: the file can be read, but not replaced.
  const [name, long] = [join(folder, 'users.aut'), join(folder, 'u'.repeat(250))]
  renameSync(name, long)
  symlinkSync(long, name)
  const second = await issue(client)
  await until(() => log.some((sentence) => sentence.startsWith('Cannot read or write the files')))
  renameSync(long, name)
  await until(() => caster.users.has(second.usuario))
})

concurrently(
  'makes the caster read what was written in the second of a reload that another client requested',
  async () => {
    const { caster, client, folder, run } = await makeWorld()
    await run()
    await until(() => readFileSync(join(folder, 'users.aut'), 'latin1').includes('VERTICE'))
    for (let round = 0; round < 3; round += 1) {
      const files = statSync(join(folder, 'users.aut')).mtimeMs
      const one = await issue(client)
      const busy = setInterval(() => caster.rehash(), 3) // in every second, before and after each write
      await until(() => statSync(join(folder, 'users.aut')).mtimeMs !== files)
      await until(() => caster.users.has(one.usuario)).finally(() => clearInterval(busy))
    }
    expect(caster.deaf.length).toBeGreaterThan(0)
  },
)

concurrently('reports what the caster cannot carry, and does not guess when marks are broken', async () => {
  const { service, caster, client, folder, run, log } = await makeWorld()
  const [bad, taken] = [await issue(client), await issue(client)]
  await service.db.pool.query("update credentials set username = 'a:b' where id = $1", [bad.id])
  await service.db.pool.query("update credentials set username = 'chief' where id = $1", [taken.id])
  await issue(client, { geocerca: { tipo: 'circulo', lat: 19.4, lng: -99.1, radio_km: 5 } })
  const stop = await run()
  await until(() => log.some((sentence) => /^Wrote .*: 0 users, 3 mountpoints, 3 left out$/.test(sentence)))
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
  await stop()

  const broken = readFileSync(join(folder, 'groups.aut'), 'latin1').replace(/^# END VERTICE.*\n/m, 'mine:feeder\n')
  writeFileSync(join(folder, 'groups.aut'), broken, 'latin1')
  await run()
  await issue(client)
  await until(() => log.some((sentence) => sentence.startsWith('The lines "# BEGIN VERTICE"')))
  expect(readFileSync(join(folder, 'groups.aut'), 'latin1')).toBe(broken)
  expect(readdirSync(folder).filter((name) => name.endsWith('.vertice'))).toEqual([])
})
