// The commands and the look of `vertice doctor`, against a caster of the test's own making, with a database of their own.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { databaseUrlOf } from '../support/external-database.ts'
import { makeDataDir, vertice } from '../support/process.ts'
import { issue, KEY, makeWorld, OPERATORS } from './support.ts'

it('bkg write says what it would write, writes it, and show tells how it stands', async () => {
  const { caster, folder } = await makeWorld()
  const dataDir = makeDataDir()
  const settings = { BKG_FOLDER: folder, BKG_ADMIN_URL: caster.url }
  expect((await vertice(dataDir, ['migrate'], settings)).code).toBe(0)
  const dry = await vertice(dataDir, ['bkg', 'write', '--dry-run', '--json'], settings)
  expect(JSON.parse(dry.stdout)).toMatchObject({ users: 0, wouldChange: 'users.aut, groups.aut, clientmounts.aut' })
  expect(readFileSync(join(folder, 'users.aut'), 'latin1')).not.toContain('VERTICE')
  const written = await vertice(dataDir, ['bkg', 'write', '--json'], settings)
  expect(written).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(folder, 'users.aut'), 'latin1')).toContain('# END VERTICE')
  expect(caster.asked.filter((mode) => mode === 'rehash')).toHaveLength(2)
  const [shown] = JSON.parse((await vertice(dataDir, ['bkg', 'show', '--json'], settings)).stdout)
  expect(shown).toMatchObject({ folder, failure: null, behindSince: null })
  const { findings } = JSON.parse((await vertice(dataDir, ['doctor', '--json'], settings)).stdout)
  const ofBkg = findings.filter(({ check }: { check: string }) => check === 'bkg')
  expect(ofBkg.map(({ state }: { state: string }) => state)).toEqual(['ok', 'ok'])
  expect(JSON.stringify(findings)).not.toContain('s%C3%A9same')
})

/** What is issued there is what the commands know. */
async function onWorld() {
  const world = await makeWorld()
  const { service, caster, folder } = world
  const settings = {
    ...{ DATABASE_URL: databaseUrlOf(service.db.pool.options), ENCRYPTION_KEYS: KEY },
    ...{ BKG_FOLDER: folder, BKG_ADMIN_URL: caster.url },
  }
  const write = (more: Record<string, string> = {}, ...args: string[]) =>
    vertice(folder, ['bkg', 'write', ...args], { ...settings, ...more })
  return { ...world, write }
}
const fact = (stdout: string, name: string) =>
  stdout
    .split('\n')
    .find((line) => line.startsWith(`${name}  `))
    ?.slice(name.length)
    .trim()

it('bkg write tells people what was written, who was left out, and that a line of theirs makes it void', async () => {
  const { service, client, folder, write } = await onWorld()
  await issue(client)
  const renamed: string[] = []
  for (let count = 0; count < 12; count += 1) {
    const { id } = await issue(client, { station_codigo: 'CDMX' })
    renamed.push(`b${String(count).padStart(2, '0')}`)
    await service.db.pool.query('update credentials set username = $2 where id = $1', [id, renamed.at(-1)])
  }
  writeFileSync(
    join(folder, 'users.aut'),
    Buffer.concat([OPERATORS['users.aut'], Buffer.from(renamed.map((name) => `${name}:x\n`).join(''))]),
  )
  const dry = await write({}, '--dry-run')
  expect(dry).toMatchObject({ code: 0, stderr: '' })
  expect(fact(dry.stdout, 'would be written')).toBe('users.aut, groups.aut, clientmounts.aut')
  const { code, stdout, stderr } = await write()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(fact(stdout, 'users')).toBe('1')
  expect(fact(stdout, 'left out (name taken)')).toBe('12')
  expect(fact(stdout, 'who is left out')).toBe(`${renamed.slice(0, 10).join(', ')} and 2 more`)
  expect(fact(stdout, 'written')).toBe('users.aut, groups.aut, clientmounts.aut')
  expect(fact(stdout, 'the caster')).toBe('has read them')
  expect(stdout).not.toMatch(/[a-z][A-Z]/)

  writeFileSync(
    join(folder, 'clientmounts.aut'),
    `all:feeders\n${readFileSync(join(folder, 'clientmounts.aut'), 'latin1')}`,
  )
  const again = await write()
  expect(fact(again.stdout, 'written')).toBe('nothing: no file differed')
  expect(again.stderr).toMatch(/clientmounts\.aut has a line all: .*take it out/)
})

it('bkg write says in a sentence what is wrong and what to do, and a dry run fails where it would', async () => {
  const { caster, folder, write } = await onWorld()
  const nowhere = { BKG_FOLDER: join(folder, 'nowhere') }
  const missing = await write(nowhere)
  expect(missing).toMatchObject({ code: 1, stdout: '' })
  expect(missing.stderr).toMatch(/^vertice: .* cannot be written \(.*users\.aut: ENOENT\); correct BKG_FOLDER/)
  expect(await write(nowhere, '--dry-run')).toEqual(missing)
  const stranger = await write({ BKG_ADMIN_URL: caster.url.replace('chief', 'feeder') })
  expect(stranger.stderr).toMatch(/^vertice: .* refuses the user or the password of BKG_ADMIN_URL .*\/oper/)
  await caster.stop()
  const away = await write()
  expect(away.stderr).toMatch(/^vertice: the files are as they should be, but .*ECONNREFUSED.*; start it/)
  await caster.start()
  appendFileSync(join(folder, 'users.aut'), '# BEGIN VERTICE\n')
  for (const args of [[], ['--dry-run']])
    expect((await write({}, ...args)).stderr).toMatch(/^vertice: .*"# BEGIN VERTICE".*do not match: put both back/)
})
