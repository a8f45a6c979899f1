// The commands and the look of `vertice doctor`, against a caster of the test's own making, with a database of their own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeDataDir, vertice } from '../support/process.ts'
import { makeWorld } from './support.ts'

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
