import { expect, it, vi } from 'vitest'
import { setQuotas } from '../../../src/actions/people/quotas.ts'
import { LOCKED_HERE } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import { importing, outcomes } from './support.ts'

const { cdmx, toluca } = STATIONS
const site = importing()
const { query, newOwner, contextNow, bring } = site

it('imports nothing if a line is invalid, unless such lines are skipped; reports unknown names', async () => {
  const owner = await newOwner()
  await bring(owner, 'csv', { f: 'usuario,password\nTaken,one\n' })
  const file = {
    f: [
      'usuario,password,station_codigo,grupo,expira_at,referencia',
      'good1,pw,CDMX,,,R1',
      'TAKEN,other,,,,',
      'Good1,else,,,,',
      'good1,pw,CDMX,,,R1',
      'x,pw,NOPE,,,',
      'y,pw,,Nowhere,,',
      'z,pw,,,2020-01-01,',
      'far,pw,,,2099-01-01,',
      'a:b,pw,,,,',
      'v,pw,,,,R1',
      ',pw,,,,',
    ].join('\n'),
  }
  const refused = await bring(owner, 'csv', file)
  expect(refused.isDone).toBe(false)
  expect(outcomes(refused)).toEqual([
    'good1 new',
    'TAKEN conflict exists_with_other',
    'Good1 bad twice_in_file',
    'good1 bad twice_in_request twice_in_file',
    'x bad unknown_station_code',
    'y bad unknown_group',
    'z left_out already_over',
    'far bad end_too_far',
    'a:b bad imported_username',
    'v bad twice_in_request',
    ' bad imported_username',
  ])
  const count = async () => (await query('select count(*)::int from credentials where owner_id = $1', [owner]))[0].count
  expect(await count()).toBe(1)
  expect((await bring(owner, 'csv', file, { leaveOutBad: true, events: false })).isDone).toBe(true)
  expect(await count()).toBe(2)
  expect((await query('select count(*)::int from events where owner_id = $1', [owner]))[0].count).toBe(1)
  // A name of another owner is reported as taken, without details.
  const other = await newOwner()
  expect(outcomes(await bring(other, 'csv', { f: 'usuario,password\ntaken,one\n' }))).toEqual([
    'taken conflict username_taken',
  ])
})

it('creates only groups that are used, with names within the limit', async () => {
  const owner = await newOwner()
  const long = 'L'.repeat(70)
  await query('delete from station_groups')
  await query('insert into station_groups (name) values ($1)', [long.slice(0, 60)])
  const mounts = `/${cdmx.mountpoint}:${long}\n/${toluca.mountpoint}:${long}\n`
  const files = (users: string) => ({ 'users.aut': users, 'groups.aut': `${long}:one1\n`, 'clientmounts.aut': mounts })
  const bad = await bring(owner, 'bkg', files(`one1:${'x'.repeat(101)}\n`), { leaveOutBad: true })
  expect([bad.plan.counts.bad, bad.plan.newGroups]).toEqual([1, []])
  const { plan } = await bring(owner, 'bkg', files('one1:secret11\n'))
  expect(plan.newGroups.map(({ name }) => name)).toEqual([`${'L'.repeat(58)} 2`])
})

it('applies the rule of group names, and finds groups in any Unicode form', async () => {
  const owner = await newOwner()
  const [composed, apart] = ['Sinaló', 'Sinalo\u0301']
  const { byCode } = (await contextNow()).book
  await query('delete from station_groups')
  const [{ id }] = await query('insert into station_groups (name) values ($1) returning id', [composed])
  const named = async (user: string, group: string) => {
    const mounts = [cdmx, toluca].map(({ mountpoint }) => `/${mountpoint}:${group}\n`).join('')
    const files = { 'users.aut': `${user}:secret11\n`, 'groups.aut': `${group}:${user}\n`, 'clientmounts.aut': mounts }
    const { plan, isDone } = await bring(owner, 'bkg', files)
    expect(isDone).toBe(true)
    await query('delete from station_group_members')
    return plan.newGroups.map(({ name }) => name)
  }
  expect(await named('nfd1', apart)).toEqual([`${composed} 2`])
  expect(await named('bidi1', 'Nor\u202ete\u200b')).toEqual(['Norte'])
  expect(await named('hidden1', '\u202e')).toEqual(['Importado'])
  expect(await named('wide1', '🛰'.repeat(61))).toEqual(['🛰'.repeat(60)])
  expect(await named('wide2', '🛰'.repeat(61))).toEqual([`${'🛰'.repeat(58)} 2`])
  await query('insert into station_group_members (group_id, station_id) values ($1, $2)', [
    id,
    byCode.get(cdmx.code.toLowerCase())!.id,
  ])
  const csv = await bring(owner, 'csv', { f: `usuario,password,grupo\nnfd2,pw,${apart.toUpperCase()}\n` })
  expect(csv.plan.lines[0]!.opened!.group!.id).toBe(id)
})

it('omits skipped mountpoints from the name of a group', async () => {
  const owner = await newOwner()
  await query('delete from station_groups')
  const points = [cdmx.mountpoint, 'GONE', toluca.mountpoint.toLowerCase()]
  const file = { f: `user\tpassword\tmountpts\nsnip1\tpw\t${points.join(',')}\n` }
  const { plan } = await bring(owner, 'snip', file, { options: { unknown: 'skip' } })
  expect(plan.newGroups.map(({ name }) => name)).toEqual([`${cdmx.mountpoint}+${toluca.mountpoint}`])
})

it('locks the stations only at the end, and checks its groups again then', async () => {
  const owner = await newOwner()
  const files = {
    'users.aut': 'late1:secret11\n',
    'groups.aut': 'Late:late1\n',
    'clientmounts.aut': `/${cdmx.mountpoint}:Late\n/${toluca.mountpoint}:Late\n`,
  }
  await query('delete from station_groups')
  const other = await site.caster.service.db.pool.connect()
  try {
    await other.query('begin')
    await other.query('lock table stations in share row exclusive mode')
    await other.query(`insert into station_groups (name) values ('LATE')`)
    const importing = bring(owner, 'bkg', files).then(
      () => null,
      (error) => error.code,
    )
    const waits = `select from pg_locks where ${LOCKED_HERE} and relation = 'stations'::regclass and not granted`
    await vi.waitUntil(async () => (await query(waits)).length > 0, { timeout: 90_000 })
    await other.query('commit')
    expect(await importing).toBe('group_exists')
  } finally {
    other.release(true)
  }
  expect(await query('select from credentials where owner_id = $1', [owner])).toEqual([])
  expect((await bring(owner, 'bkg', files)).plan.newGroups.map(({ name }) => name)).toEqual(['Late 2'])
  const [{ stations }] = await query(
    `select count(*)::int as stations from credentials c join station_group_members m on m.group_id = c.group_id where owner_id = $1`,
    [owner],
  )
  expect(stations).toBe(2)
})

it('respects quotas, and imports a file once if it is sent twice concurrently', async () => {
  const owner = await newOwner()
  await setQuotas(await contextNow(), owner, { inForce: 1 })
  const file = { f: `usuario,password\n${Array.from({ length: 1_100 }, (_, n) => `crowd${n},pw${n}`).join('\n')}\n` }
  await expect(bring(owner, 'csv', file)).rejects.toMatchObject({ code: 'quota_exceeded' })
  await setQuotas(await contextNow(), owner, { inForce: null })
  const both = await Promise.all([bring(owner, 'csv', file), bring(owner, 'csv', file)])
  expect(both.map(({ plan }) => plan.counts.new).sort()).toEqual([0, 1_100])
  expect((await query('select count(*)::int from credentials where owner_id = $1', [owner]))[0].count).toBe(1_100)
})
