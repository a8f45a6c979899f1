// The operator edits the files while we write them: nothing of theirs is lost, and what they changed is followed.
import { readdirSync, readFileSync, truncateSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { BkgProvision } from '../../src/bkg/provision.ts'
import type { Database } from '../../src/store/kit/database.ts'
import { until } from '../support/process.ts'
import { STATIONS } from '../support/service.ts'
import { issue, makeWorld, OPERATORS } from './support.ts'

type Name = keyof typeof OPERATORS

/** Rounds are run by the test. `meanwhile` is called in the middle of one: the files were read, and are not yet written. */
async function makeEdited() {
  const world = await makeWorld()
  const { service, folder, caster, client } = world
  const { keys, clock, current } = service.services
  const waiting: (() => void)[] = []
  const db: Database = {
    ...service.services.db,
    query(statement, values) {
      if (statement.name === 'bkg-say') waiting.shift()?.()
      return service.services.db.query(statement, values)
    },
  }
  const provision = new BkgProvision({
    ...{ db, keys, clock, current, node: 'here', target: { folder, adminUrl: caster.url }, warn: () => {} },
    onChange: () => {},
  })
  const path = (name: Name) => join(folder, name)
  const read = (name: Name) => readFileSync(path(name), 'latin1')
  /** In its place, as many editors do. */
  const edit = (name: Name, text: string) => writeFileSync(path(name), text, 'latin1')
  /** As if that was so many seconds ago. */
  const age = (name: Name, seconds: number) =>
    utimesSync(path(name), Date.now() / 1_000 - seconds, Date.now() / 1_000 - seconds)
  const runUntil = (holds: () => boolean) =>
    until(async () => {
      await provision.run()
      return holds()
    })
  for (const name of Object.keys(OPERATORS) as Name[]) age(name, 60)
  const first = await issue(client, { station_codigo: 'CDMX' })
  await provision.run()
  expect(read('users.aut')).toContain(first.usuario) // nobody was waited for
  await runUntil(() => provision.isDone)
  const meanwhile = (act: () => void) => waiting.push(act)
  return { ...world, ...{ provision, first, read, edit, age, path, runUntil, meanwhile } }
}

it('a line that is added between our reading and our writing stays', async () => {
  const { client, caster, folder, read, edit, provision, runUntil, meanwhile } = await makeEdited()
  const second = await issue(client)
  meanwhile(() => edit('users.aut', `base7:push\n${read('users.aut')}`))
  await provision.run()
  expect(read('users.aut')).toMatch(/^base7:push\n/)
  expect(provision.failure).toBeNull()
  expect(provision.dueInMs).toBeNull() // nobody turns in circles while somebody else is at it
  await runUntil(() => caster.users.has(second.usuario))
  await runUntil(() => provision.isDone)
  expect(caster.users.get('base7')).toBe('push')
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
  expect(readdirSync(folder).filter((name) => name.endsWith('.vertice'))).toEqual([])
})

it('a file that is emptied before it is filled is waited for', async () => {
  const { client, caster, read, edit, path, provision, runUntil } = await makeEdited()
  const text = read('users.aut')
  const second = await issue(client)
  truncateSync(path('users.aut'))
  await provision.run()
  expect(read('users.aut')).toBe('')
  edit('users.aut', text.slice(0, -20)) // half of it: its marks do not match, and that is nobody's fault
  await provision.run()
  expect(provision.failure).toBeNull()
  edit('users.aut', `base7:push\n${text}`)
  await runUntil(() => caster.users.has(second.usuario))
  expect(read('users.aut').startsWith(`base7:push\n${OPERATORS['users.aut'].toString('latin1')}`)).toBe(true)
})

it('a file that our marks are gone from is told of, and not written until they are back', async () => {
  const { client, caster, read, edit, age, path, provision, runUntil } = await makeEdited()
  const second = await issue(client)
  truncateSync(path('users.aut'))
  age('users.aut', 60)
  await provision.run()
  expect(provision.failure).toEqual({ code: 'marks', detail: path('users.aut') })
  expect(read('users.aut')).toBe('')
  unlinkSync(path('users.aut'))
  await provision.run()
  expect(readdirSync(join(path('users.aut'), '..'))).not.toContain('users.aut')
  edit('users.aut', `${OPERATORS['users.aut'].toString('latin1')}# BEGIN VERTICE\n# END VERTICE\n`)
  await runUntil(() => caster.users.has(second.usuario))
  await runUntil(() => provision.isDone)
  expect(provision.failure).toBeNull()
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
})

it('what is changed in one file while we write another is followed, although nothing else changes', async () => {
  const { client, caster, first, read, edit, provision, runUntil, meanwhile } = await makeEdited()
  const { body } = await client.post(`/credentials/${first.id}/password`, {})
  provision.changed(first.id)
  const mine = `/${STATIONS.cdmx.mountpoint}:feeders\n`
  meanwhile(() => edit('clientmounts.aut', `${mine}${read('clientmounts.aut')}`))
  await provision.run()
  expect(read('users.aut')).toContain(body.credential.password)
  await runUntil(() => read('clientmounts.aut').split(`/${STATIONS.cdmx.mountpoint}:`).length === 2)
  await runUntil(() => provision.isDone)
  expect(read('clientmounts.aut').startsWith(mine)).toBe(true)
  expect(caster.lets('feeder', 'push', STATIONS.cdmx.mountpoint)).toBe(true)
})

it('a file of the future keeps nobody waiting', async () => {
  const { client, read, edit, age, provision } = await makeEdited()
  const second = await issue(client)
  edit('users.aut', `base7:push\n${read('users.aut')}`)
  age('users.aut', -3_600)
  await provision.run()
  expect(read('users.aut')).toContain(second.usuario)
  expect(read('users.aut')).toMatch(/^base7:push\n/)
})

it('whoever goes on and on changing a file keeps nobody waiting for long', async () => {
  const { client, caster, read, edit, runUntil } = await makeEdited()
  const second = await issue(client)
  let count = 0
  const busy = setInterval(() => edit('users.aut', `base${count++}:push\n${read('users.aut')}`), 700)
  onTestFinished(() => clearInterval(busy))
  await runUntil(() => caster.users.has(second.usuario))
  clearInterval(busy)
  expect(count).toBeGreaterThan(5)
  for (let made = 0; made < count; made += 1) expect(read('users.aut')).toContain(`base${made}:push\n`)
})
