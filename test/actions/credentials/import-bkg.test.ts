// Users of a BKG caster get the same access here, and never more.
import { expect, it } from 'vitest'
import type { Opened } from '../../../src/actions/credentials/import/access.ts'
import { addMountpoint, removeMountpoint } from '../../../src/actions/network/mountpoints/write.ts'
import { saveStation } from '../../../src/actions/stations/save.ts'
import { askRev1, hearsMore } from '../../caster/helpers.ts'
import { byTest } from '../../support/action-context.ts'
import { STATIONS } from '../../support/service.ts'
import { importing, outcomes } from './support.ts'

const { cdmx, toluca } = STATIONS
const site = importing()
const { query, newOwner, contextNow, look, bring } = site

it('imports users with their passwords; several mountpoints become a group', async () => {
  const owner = await newOwner()
  const files = {
    'users.aut': 'Surveyor.One:short\nboth@farm:P@ss=w\nnobody1:password1\n',
    'groups.aut': 'solo:Surveyor.One:2\nNorte:both@farm\nempty:nobody1\n',
    'clientmounts.aut': `/${cdmx.mountpoint}:solo,Norte\n/${toluca.mountpoint.toLowerCase()}:Norte\n`,
  }
  const dry = await look(owner, 'bkg', files)
  expect(dry.counts).toEqual({ new: 2, unchanged: 0, left_out: 1, conflict: 0, bad: 0 })
  expect(await query('select from credentials where owner_id = $1', [owner])).toEqual([])
  const first = await bring(owner, 'bkg', files)
  expect(outcomes(first)).toEqual(['Surveyor.One new', 'both@farm new', 'nobody1 left_out opens_nothing'])
  expect(first.plan.notes.map(({ code }) => code)).toEqual(['new_group', 'no_limit', 'no_end', 'weak_passwords'])
  const rows = await query(
    `select username, given_username, station_id is not null as station, max_sessions, name from credentials
     left join station_groups g on g.id = group_id where owner_id = $1 order by credentials.id`,
    [owner],
  )
  expect(rows).toEqual([
    { username: 'surveyor.one', given_username: 'Surveyor.One', station: true, max_sessions: 2, name: null },
    { username: 'both@farm', given_username: null, station: false, max_sessions: 1_000, name: 'Norte' },
  ])
  const { port } = site.caster.role.caster.address
  for (const login of [
    { username: 'Surveyor.One', password: 'short' },
    { username: 'surveyor.one', password: 'short' },
    { username: 'both@farm', password: 'P@ss=w' },
  ])
    await hearsMore(await site.caster.rover({ id: 0, ...login }, cdmx.mountpoint))
  expect(await askRev1(port, cdmx.mountpoint, { username: 'Surveyor.One', password: 'Short' })).toMatch(/ 401 /)
  // A second import changes nothing, creates no group and emits no event.
  const again = await bring(owner, 'bkg', files)
  expect(again.plan.counts).toMatchObject({ new: 0, unchanged: 2 })
  expect((await query(`select count(*)::int from station_groups where name like 'Norte%'`))[0].count).toBe(1)
  expect((await query(`select count(*)::int from events where owner_id = $1`, [owner]))[0].count).toBe(2)
  const entries = await query(`select details from audit_log where action = 'credentials.imported' and owner_id = $1`, [
    owner,
  ])
  expect(entries).toMatchObject([
    { details: { format: 'bkg', credentials: 2, unchanged: 0, leftOut: 1, groups: ['Norte'] } },
  ])
})

it('reports or skips unknown mountpoints, and maps "everything" to all stations or the network', async () => {
  const owner = await newOwner()
  const files = {
    'users.aut': 'mixed1:secret11\nrest1:secret33\n',
    'groups.aut': 'm:mixed1\nr:rest1\n',
    'clientmounts.aut': `/${cdmx.mountpoint}:m\n/GONE:m\ndefault:r\n`,
  }
  expect(outcomes(await bring(owner, 'bkg', files))).toEqual(['mixed1 bad unknown_mountpoint', 'rest1 new'])
  const { plan } = await bring(owner, 'bkg', files, { options: { unknown: 'skip' } })
  const { byCode } = (await contextNow()).book
  const opened = plan.lines.map(({ opened }) => opened)
  // "default" opens what the file does not name: here one station.
  expect(opened).toEqual(
    [cdmx, toluca].map(({ code }) => ({ stationId: byCode.get(code.toLowerCase())!.id, group: null })),
  )
  const all = { 'users.aut': 'all1:secret22\n', 'groups.aut': 'a:all1\n', 'clientmounts.aut': 'all:a\n' }
  const everything = await look(owner, 'bkg', all, { everything: 'network' })
  expect(everything.lines.map(({ opened }) => opened)).toEqual([{ stationId: null, group: null }])
  expect(plan.notes.filter(({ code }) => code === 'unknown_mountpoint')).toHaveLength(1)
})

it('reports the first notes of each kind, and the number of the others', async () => {
  const gone = Array.from({ length: 60 }, (_, index) => `GONE${index}`)
  const { notes } = await look(await newOwner(), 'bkg', {
    'users.aut': 'one:secret11\n',
    'groups.aut': `m:one,${gone.join(',')}\n`,
    'clientmounts.aut': gone.map((name) => `/${name}:m\n`).join(''),
  })
  expect([...Map.groupBy(notes, ({ code }) => code)].map(([code, some]) => [code, some.length])).toEqual([
    ['unknown_member', 50],
    ['unknown_mountpoint', 50],
    ['more_notes', 1],
  ])
  expect(notes.at(-1)).toEqual({ code: 'more_notes', params: { count: 20 } })
})

it('excludes from “default” all mountpoints named in the file, even without users', async () => {
  const owner = await newOwner()
  const files = (line: string) => ({
    'users.aut': 'customer1:secret11\n',
    'groups.aut': 'customers:customer1\nvip:\n',
    'clientmounts.aut': `/${cdmx.mountpoint}:${line}\ndefault:customers\n`,
  })
  const { book } = await contextNow()
  const alone = book.byCode.get(toluca.code.toLowerCase())!.id
  for (const line of ['', 'vip']) {
    const plan = await look(owner, 'bkg', files(line))
    expect(plan.lines.map(({ opened }) => opened)).toEqual([{ stationId: alone, group: null }])
  }
})

it('never widens access: “all” overrides other lines, and “default” is unknown if a line is unreadable', async () => {
  const owner = await newOwner()
  const users = 'vip1:secret11\ncustomer1:secret22\n'
  const groups = 'vip:vip1\ncustomers:customer1\n'
  const planOf = (mounts: string) =>
    look(owner, 'bkg', { 'users.aut': users, 'groups.aut': groups, 'clientmounts.aut': mounts })
  const all = await planOf(`all:vip\n/${cdmx.mountpoint}:customers\n`)
  expect(outcomes({ plan: all })).toEqual(['vip1 new', 'customer1 left_out opens_nothing'])
  expect(all.notes[0]).toEqual({ code: 'all_line', params: { file: 'clientmounts.aut', line: 1 } })
  // Each of these lines restricts a mountpoint; only some say which.
  for (const [broken, vip, customer] of [
    [`/${cdmx.mountpoint}`, 'new', 'bad others_unknown'],
    [`/${cdmx.mountpoint}:vip others`, 'new', 'bad others_unknown'],
    [cdmx.mountpoint, 'bad rights_unknown', 'bad rights_unknown'],
    [`/\0:vip`, 'bad rights_unknown', 'bad rights_unknown'],
  ] as const) {
    const plan = await planOf(`/${toluca.mountpoint}:vip\n${broken}\ndefault:customers\n`)
    expect(outcomes({ plan })).toEqual([
      `vip1 ${vip}`,
      `customer1 ${customer}`,
      ` bad ${plan.lines[2]!.problems[0]!.code}`,
    ])
    expect(plan.lines[1]!.problems[0]).toMatchObject({ field: 'mountpoint', params: { line: 2 } })
    expect(plan.lines[2]!.user).toMatchObject({ file: 'clientmounts.aut', line: 2 })
  }
  const left = await bring(
    owner,
    'bkg',
    {
      'users.aut': users,
      'groups.aut': groups,
      'clientmounts.aut': `/${toluca.mountpoint}:vip\n/${cdmx.mountpoint}\ndefault:customers\n`,
    },
    { leaveOutBad: true },
  )
  expect([left.isDone, left.plan.counts.new]).toEqual([true, 1])
  // If two lines are readable, the last one counts.
  const twice = await planOf(`/${cdmx.mountpoint}:customers\n/${cdmx.mountpoint}:vip\ndefault:customers\n`)
  expect(twice.lines[1]!.outcome).toBe('new')
})

it('skips administrators of the caster; those who are customers too get customer access', async () => {
  const plan = await look(await newOwner(), 'bkg', {
    'users.aut': 'chief1:secret11\nboth1:secret22\n',
    'groups.aut': 'chiefs:chief1,both1\ncustomers:both1\n',
    'clientmounts.aut': `/admin:chiefs\n/oper:chiefs\n/${cdmx.mountpoint}:customers\n`,
  })
  expect(outcomes({ plan })).toEqual(['chief1 left_out opens_nothing', 'both1 new'])
  expect(plan.lines[1]!.opened!.group).toBeNull()
  expect(plan.notes.map(({ code }) => code)).not.toContain('unknown_mountpoint')
})

it('invalidates earlier lines about the same subject if the last one is unreadable', async () => {
  const owner = await newOwner()
  const plain = {
    'users.aut': 'vip2:secret11\ncustomer2:secret22\n',
    'groups.aut': 'vip:vip2\ncustomers:customer2\n',
    'clientmounts.aut': `/${cdmx.mountpoint}:vip,customers\n`,
  }
  const brokenBy = async (name: keyof typeof plain, line: string) =>
    outcomes({ plan: await look(owner, 'bkg', { ...plain, [name]: `${plain[name]}${line}\n` }) }).slice(0, 2)
  const [NOTHING, UNKNOWN] = ['left_out opens_nothing', 'bad rights_unknown']
  expect(await brokenBy('clientmounts.aut', '# fine')).toEqual(['vip2 new', 'customer2 new'])
  for (const [name, line, vip, customer] of [
    ['clientmounts.aut', `/${cdmx.mountpoint}:vip others`, NOTHING, NOTHING],
    ['clientmounts.aut', `/${cdmx.mountpoint}`, NOTHING, NOTHING],
    ['clientmounts.aut', 'all:vip others', UNKNOWN, UNKNOWN],
    ['clientmounts.aut', `/ ${cdmx.mountpoint}:vip`, UNKNOWN, UNKNOWN],
    ['groups.aut', 'customers:nobody else', 'new', NOTHING],
    ['groups.aut', 'customers:customer2:few', 'new', NOTHING],
    ['groups.aut', 'cus tomers:', UNKNOWN, UNKNOWN],
  ] as const)
    expect(await brokenBy(name, line), line).toEqual([`vip2 ${vip}`, `customer2 ${customer}`])
  // An earlier password is no longer valid.
  for (const line of ['customer2:new:er', 'customer2:', 'customer2'])
    expect(await brokenBy('users.aut', line), line).toEqual(['vip2 new', ' left_out again_later'])
  // A later readable line replaces an unreadable one.
  const mended = `/${cdmx.mountpoint}:vip others\n/${cdmx.mountpoint}:customers`
  expect(await brokenBy('clientmounts.aut', mended)).toEqual([`vip2 ${NOTHING}`, 'customer2 new'])
})

it('ignores the names and limits of groups without mountpoints', async () => {
  const plan = await look(await newOwner(), 'bkg', {
    'users.aut': 'both1:secret22\n',
    'groups.aut': 'chiefs:both1\nSur:both1:2\n',
    'clientmounts.aut': `/admin:chiefs\n/${cdmx.mountpoint}:Sur\n/${toluca.mountpoint}:Sur\n`,
  })
  expect(plan.lines).toMatchObject([{ outcome: 'new', maxSessions: 2 }])
  expect((plan.lines[0]!.user.access as { name: string }).name).toBe('Sur')
})

it('does not open a whole station for users of a derived mountpoint', async () => {
  const owner = await newOwner()
  const made = `${cdmx.code}_MSM4`
  const context = byTest(site.caster.service.services)
  await addMountpoint(context, made, { code: cdmx.code }, {})
  const { byCode } = (await contextNow()).book
  const files = (mounts: string) => ({
    'users.aut': 'vip3:secret11\ncustomer3:secret22\n',
    'groups.aut': 'vip:vip3\ncustomers:customer3\n',
    'clientmounts.aut': mounts,
  })
  const openedBy = async (mounts: string) =>
    (await look(owner, 'bkg', files(mounts))).lines.map(
      ({ outcome, opened, problems }) =>
        problems[0]?.code ?? [outcome, ...[cdmx, toluca].flatMap(({ code }) => opensOf(opened, code))].join(' '),
    )
  const opensOf = (opened: Opened | null, code: string) => {
    const { id } = byCode.get(code.toLowerCase())!
    return opened?.stationId === id || opened?.group?.stationIds.has(id) ? code : []
  }
  const part = 'part_of_station'
  expect(await openedBy(`/${made}:vip\ndefault:customers\n`)).toEqual([part, 'new TOLU'])
  expect(await openedBy(`/${made}:vip\n/${cdmx.mountpoint}:customers\n`)).toEqual([part, part])
  expect(await openedBy(`/${made}:vip others\n/${cdmx.mountpoint}:vip,customers\n`)).toEqual([
    part,
    part,
    'blank_in_name',
  ])
  expect(await openedBy(`/${made}:vip\ndefault:vip,customers\n`)).toEqual(['new CDMX TOLU', 'new TOLU'])
  expect(await openedBy(`/${made}:vip\n/${cdmx.mountpoint}:vip,customers\n`)).toEqual(['new CDMX', part])
  // Derived mountpoints need not exist at the other caster.
  expect(await openedBy(`/${cdmx.mountpoint}:vip\ndefault:customers\n`)).toEqual(['new CDMX', 'new TOLU'])
  const snip = `user\tpassword\tmountpts\na\tpw\t${cdmx.mountpoint}\nb\tpw\t${cdmx.mountpoint},${made}\nc\tpw\t${made}\n`
  expect(outcomes({ plan: await look(owner, 'snip', { f: snip }) })).toEqual([
    `a bad ${part}`,
    'b new',
    `c bad ${part}`,
  ])
  // An open mountpoint needs no right.
  await saveStation(context, { code: cdmx.code, isOpen: true })
  expect(await openedBy(`/${made}:vip\n`)).toEqual(['new CDMX', 'opens_nothing'])
  await saveStation(context, { code: cdmx.code, isOpen: false })
  await removeMountpoint(context, made)
})
