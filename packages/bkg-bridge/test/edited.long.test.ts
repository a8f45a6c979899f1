// The operator edits the files while the bridge writes them: no edit is lost, and the bridge follows every edit.
import { readdirSync, readFileSync, truncateSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { concurrently, onTestFinished } from '../../../test/support/concurrent.ts'
import { until } from '../../../test/support/process.ts'
import { STATIONS } from '../../../test/support/service.ts'
import { Bridge, ROUND_MS } from '../src/bridge.ts'
import { MemoryFile } from '../src/vertice/memory.ts'
import { Service } from '../src/vertice/service.ts'
import { issue, makeWorld, OPERATORS } from './support.ts'

type Name = keyof typeof OPERATORS

/** The test runs the rounds. `meanwhile` runs between reading and writing the files, when the memory is saved. */
async function makeEdited() {
  const world = await makeWorld()
  const { folder, client, settings } = world
  const waiting: (() => void)[] = []
  class WatchedMemory extends MemoryFile {
    override async save(...args: Parameters<MemoryFile['save']>): Promise<void> {
      waiting.shift()?.()
      await super.save(...args)
    }
  }
  const memoryFile = new WatchedMemory(folder)
  const { url, tokens, adminUrl, sessions } = settings
  const memory = await memoryFile.read()
  const service = new Service({ url, tokens, eventsUntil: null, knownPasswords: new Map() })
  const bridge = new Bridge({ folder, adminUrl, sessions, service, memoryFile, log: () => {} }, memory)
  const path = (name: Name) => join(folder, name)
  const read = (name: Name) => readFileSync(path(name), 'latin1')
  /** In place, as many editors do. */
  const edit = (name: Name, text: string) => writeFileSync(path(name), text, 'latin1')
  const age = (name: Name, seconds: number) =>
    utimesSync(path(name), Date.now() / 1_000 - seconds, Date.now() / 1_000 - seconds)
  const round = async () => {
    await service.refresh()
    await bridge.round()
  }
  const runUntil = (holds: () => boolean) =>
    until(async () => {
      await round()
      return holds()
    })
  for (const name of Object.keys(OPERATORS) as Name[]) age(name, 60)
  const first = await issue(client, { station_codigo: 'CDMX' })
  await round()
  expect(read('users.aut')).toContain(first.usuario) // without waiting: the operator's files are old
  await runUntil(() => bridge.isInStep)
  const meanwhile = (act: () => void) => waiting.push(act)
  return { ...world, ...{ bridge, first, read, edit, age, path, round, runUntil, meanwhile } }
}

concurrently('keeps a line that is added between reading and writing', async () => {
  const { client, caster, folder, read, edit, bridge, runUntil, meanwhile, round } = await makeEdited()
  const second = await issue(client)
  meanwhile(() => edit('users.aut', `base7:push\n${read('users.aut')}`))
  await round()
  expect(read('users.aut')).toMatch(/^base7:push\n/)
  expect(bridge.failure).toBeNull()
  expect(bridge.dueInMs).toBe(ROUND_MS) // no busy loop while another program writes
  await runUntil(() => caster.users.has(second.usuario))
  await runUntil(() => bridge.isInStep)
  expect(caster.users.get('base7')).toBe('push')
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
  expect(readdirSync(folder).filter((name) => name.endsWith('.vertice'))).toEqual([])
})

concurrently('waits for a file that is truncated before it is filled', async () => {
  const { client, caster, read, edit, path, bridge, runUntil, round } = await makeEdited()
  const text = read('users.aut')
  const second = await issue(client)
  truncateSync(path('users.aut'))
  await round()
  expect(read('users.aut')).toBe('')
  edit('users.aut', text.slice(0, -20)) // half of the file: the marks do not match, which is not a failure yet
  await round()
  expect(bridge.failure).toBeNull()
  edit('users.aut', `base7:push\n${text}`)
  await runUntil(() => caster.users.has(second.usuario))
  expect(read('users.aut').startsWith(`base7:push\n${OPERATORS['users.aut'].toString('latin1')}`)).toBe(true)
})

concurrently('reports a file that lost its marks, and does not write it until they are back', async () => {
  const { client, caster, read, edit, age, path, bridge, runUntil, round } = await makeEdited()
  const second = await issue(client)
  truncateSync(path('users.aut'))
  age('users.aut', 60)
  await round()
  expect(bridge.failure).toMatchObject({ code: 'marks', detail: path('users.aut') })
  expect(read('users.aut')).toBe('')
  unlinkSync(path('users.aut'))
  await round()
  expect(readdirSync(join(path('users.aut'), '..'))).not.toContain('users.aut')
  edit('users.aut', `${OPERATORS['users.aut'].toString('latin1')}# BEGIN VERTICE\n# END VERTICE\n`)
  await runUntil(() => caster.users.has(second.usuario))
  await runUntil(() => bridge.isInStep)
  expect(bridge.failure).toBeNull()
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
})

concurrently('follows an edit of one file while it writes another, although no credential changes', async () => {
  const { client, caster, first, read, edit, bridge, runUntil, meanwhile, round } = await makeEdited()
  const { body } = await client.post(`/credentials/${first.id}/password`, {})
  const mine = `/${STATIONS.cdmx.mountpoint}:feeders\n`
  meanwhile(() => edit('clientmounts.aut', `${mine}${read('clientmounts.aut')}`))
  await round()
  expect(read('users.aut')).toContain(body.credential.password)
  await runUntil(() => read('clientmounts.aut').split(`/${STATIONS.cdmx.mountpoint}:`).length === 2)
  await runUntil(() => bridge.isInStep)
  expect(read('clientmounts.aut').startsWith(mine)).toBe(true)
  expect(caster.lets('feeder', 'push', STATIONS.cdmx.mountpoint)).toBe(true)
})

concurrently('does not wait for a file of the future', async () => {
  const { client, read, edit, age, round } = await makeEdited()
  const second = await issue(client)
  edit('users.aut', `base7:push\n${read('users.aut')}`)
  age('users.aut', -3_600)
  await round()
  expect(read('users.aut')).toContain(second.usuario)
  expect(read('users.aut')).toMatch(/^base7:push\n/)
})

concurrently('waits only ten seconds for a program that keeps changing a file', async () => {
  const { client, caster, read, edit, runUntil } = await makeEdited()
  const second = await issue(client)
  let count = 0
  const change = () => edit('users.aut', `base${count++}:push\n${read('users.aut')}`)
  change() // before the first round, which would otherwise write at once
  const busy = setInterval(change, 700)
  onTestFinished(() => clearInterval(busy))
  await runUntil(() => caster.users.has(second.usuario))
  clearInterval(busy)
  expect(count).toBeGreaterThan(5)
  for (let made = 0; made < count; made += 1) expect(read('users.aut')).toContain(`base${made}:push\n`)
})
