// The command line as an operator uses it.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lastingPort } from '../../../test/support/ports.ts'
import { bridge, environmentOf } from './process.ts'
import { issue, makeWorld, OPERATORS } from './support.ts'

async function makeCommands() {
  const world = await makeWorld()
  const run = (args: string[], more: Record<string, string> = {}) =>
    bridge(args, { ...environmentOf(world.settings), ...more })
  return { ...world, bridge: run }
}

it('write --dry-run reports what write would write, and which credentials are left out', async () => {
  const { service, client, caster, folder, bridge } = await makeCommands()
  await issue(client)
  const renamed: string[] = []
  for (let count = 0; count < 12; count += 1) {
    const { id } = await issue(client, { station_codigo: 'CDMX' })
    renamed.push(`b${String(count).padStart(2, '0')}`)
    await service.db.pool.query('update credentials set username = $2 where id = $1', [id, renamed.at(-1)])
  }
  const own = Buffer.concat([OPERATORS['users.aut'], Buffer.from(renamed.map((name) => `${name}:x\n`).join(''))])
  writeFileSync(join(folder, 'users.aut'), own)
  const dry = await bridge(['write', '--dry-run'])
  expect(dry).toMatchObject({ code: 0, stderr: '' })
  expect(dry.stdout).toContain('Would write users.aut, groups.aut, clientmounts.aut\n')
  expect(readFileSync(join(folder, 'users.aut'))).toEqual(own)

  const { code, stdout, stderr } = await bridge(['write'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('In the managed sections: 1 user, 3 mountpoints\n')
  expect(stdout).toMatch(/Left out because your own lines use the name: (b\d\d, ){9}b\d\d and 2 more\n/)
  expect(stdout).toContain('The caster has read the files\n')
  expect(caster.asked.filter((mode) => mode === 'rehash')).toHaveLength(2)
  expect((await bridge(['write', '--dry-run'])).stdout).toContain('No file would change\n')

  const mounts = join(folder, 'clientmounts.aut')
  writeFileSync(mounts, `all:feeders\n${readFileSync(mounts, 'latin1')}`)
  expect((await bridge(['write'])).stdout).toMatch(/Warning: clientmounts\.aut has a line "all:".*Remove that line/)
})

it('says in a sentence what is wrong and what to do, and a dry run fails where write would', async () => {
  const { caster, folder, bridge } = await makeCommands()
  const nowhere = { BKG_FOLDER: join(folder, 'nowhere') }
  for (const args of [['write'], ['write', '--dry-run']])
    expect(await bridge(args, nowhere)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^vertice-bkg-bridge: Cannot read or write the files .*ENOENT.*Correct BKG_FOLDER/),
    })
  const stranger = await bridge(['write'], { BKG_ADMIN_URL: caster.url.replace('chief', 'feeder') })
  expect(stranger.stderr).toMatch(/rejects the login of BKG_ADMIN_URL .*\/oper/)
  await caster.stop()
  expect((await bridge(['write'])).stderr).toMatch(/Cannot reach the caster .*ECONNREFUSED.* Start it/)
  await caster.start()
  expect((await bridge(['write'], { VERTICE_URL: `http://127.0.0.1:${await lastingPort()}` })).stderr).toMatch(
    /The service cannot be reached\. \(ECONNREFUSED\)/,
  )
  const wrong = await bridge(['write'], { VERTICE_TOKEN: `vrt_${'a'.repeat(36)}` })
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('token') })
  appendFileSync(join(folder, 'users.aut'), '# BEGIN VERTICE\n')
  for (const args of [['write'], ['write', '--dry-run']])
    expect((await bridge(args)).stderr).toMatch(/"# BEGIN VERTICE".*do not match\. Put both back/)
})

it('check reports the folder, the caster and the API', async () => {
  const { service, caster, folder, bridge } = await makeCommands()
  const good = await bridge(['check'])
  expect(good).toMatchObject({ code: 0, stderr: '' })
  expect(good.stdout.match(/^\w+/gm)).toEqual(['ok', 'ok', 'ok'])
  expect(good.stdout).not.toContain('s%C3%A9same')
  writeFileSync(join(folder, 'clientmounts.aut'), '/admin:chiefs\n')
  const open = await bridge(['check'])
  expect(open.stdout).toContain('warning: clientmounts.aut has no line /oper, so anyone can administer the caster')
  await (await service.app).close()
  await caster.stop()
  const bad = await bridge(['check'])
  expect(bad.code).toBe(1)
  expect(bad.stdout.match(/^error: /gm)).toHaveLength(2)
})

it('takes its settings from a file, says which one is missing, and has a help text', async () => {
  const { settings, bridge } = await makeCommands()
  const folder = mkdtempSync(join(tmpdir(), 'vertice-bridge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [config, tokens] = [join(folder, 'bridge.env'), join(folder, 'token')]
  writeFileSync(tokens, `${settings.tokens[0]}\n`)
  writeFileSync(config, `VERTICE_URL=${settings.url}\nVERTICE_TOKEN_FILE=${tokens}\n`)
  const unset = { VERTICE_URL: '', VERTICE_TOKEN: '' }
  expect((await bridge(['check', '--config', config], unset)).code).toBe(0)
  expect(await bridge(['check'], unset)).toEqual({
    ...{ code: 2, stdout: '' },
    stderr: 'vertice-bkg-bridge: VERTICE_URL is missing, such as https://rtk.example.mx\n',
  })
  expect((await bridge(['--help'])).stdout).toContain('BKG_FOLDER')
  expect((await bridge(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await bridge(['brite'])).code).toBe(2)
})
