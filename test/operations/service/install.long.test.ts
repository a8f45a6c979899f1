// "vertice service" with --root, as a packager runs it, checked with systemd's own tools; and its errors where it
// cannot install.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CHECKOUT, checkoutFor, commandOf } from '../../support/checkout.ts'
import { lacks, skipped } from '../../support/needs.ts'
import { environment, vertice } from '../../support/process.ts'

/** Max exposure (of 100) that systemd-analyze may report. The rest is the network, and Node's executable memory. */
const EXPOSURE = 13
const NOBODY = { uid: 65534, gid: 65534 }

function emptyRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'vertice-root-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

const service = (root: string, ...args: string[]) => vertice('/nowhere', ['service', ...args, '--root', root])
const filesIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .toSorted()

const SETTINGS = '/etc/vertice/vertice.env'
const unitAt = (name: string) => `/etc/systemd/system/${name}.service`
const SOCKET = '/etc/systemd/system/vertice.socket'

describe('vertice service with --root', () => {
  it('has the same result when it installs twice, and keeps the settings', async () => {
    const root = emptyRoot()
    const first = await service(root, 'install')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(`wrote ${root}${SETTINGS}`)
    expect(filesIn(root)).toEqual([unitAt('vertice'), SOCKET, SETTINGS].toSorted())
    expect(statSync(root + SETTINGS).mode & 0o777).toBe(0o600)
    expect(statSync(`${root}/var/lib/vertice`).mode & 0o777).toBe(0o700)
    // Daily backups run if this folder exists.
    expect(statSync(`${root}/var/lib/vertice/backups`).mode & 0o777).toBe(0o700)

    appendFileSync(root + SETTINGS, 'PORT=8099\n')
    const [settings, unit] = [SETTINGS, unitAt('vertice')].map((path) => readFileSync(root + path, 'utf8'))
    expect(readFileSync(root + SOCKET, 'utf8')).toContain('\nListenStream=127.0.0.1:8080\n')
    const second = await service(root, 'install')
    expect(second).toMatchObject({ code: 0, stderr: '' })
    expect(second.stdout).toContain(`kept ${root}${SETTINGS}`)
    expect(second.stdout).toContain('already up to date')
    expect(second.stdout).toContain(`replaced ${root}${SOCKET}`)
    expect(readFileSync(root + SOCKET, 'utf8')).toContain('\nListenStream=127.0.0.1:8099\n')
    expect([SETTINGS, unitAt('vertice')].map((path) => readFileSync(root + path, 'utf8'))).toEqual([settings, unit])
  })

  it('keeps data and settings when it uninstalls, until they are purged', async () => {
    const root = emptyRoot()
    await service(root, 'install')
    const first = await service(root, 'uninstall')
    expect(first).toMatchObject({ code: 0 })
    expect(first.stdout).toContain('removed vertice.socket\nremoved vertice.service')
    expect(filesIn(root)).toEqual([SETTINGS])
    expect(existsSync(`${root}/var/lib/vertice`)).toBe(true)
    expect(await service(root, 'uninstall')).toMatchObject({ code: 0, stdout: expect.stringContaining('no unit') })

    expect(await service(root, 'uninstall', '--purge')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--yes/),
    })
    expect(filesIn(root)).toEqual([SETTINGS])
    expect(await service(root, 'uninstall', '--purge', '--yes')).toMatchObject({ code: 0 })
    expect(filesIn(root)).toEqual([])
    expect(existsSync(`${root}/var/lib/vertice`)).toBe(false)
  })

  it('writes the units of several machines, and not beside the one that has all roles', async () => {
    const root = emptyRoot()
    expect(await service(root, 'install', '--roles', 'caster')).toMatchObject({ code: 0 })
    expect(await service(root, 'install', '--roles', 'worker')).toMatchObject({ code: 0 })
    expect(filesIn(root)).toEqual([unitAt('vertice-app'), unitAt('vertice-caster'), SETTINGS].toSorted())
    expect(readFileSync(root + unitAt('vertice-app'), 'utf8')).toMatch(/^Environment=ROLES=worker$/m)
    expect(existsSync(`${root}/var/lib/vertice/backups`)).toBe(false)

    // An update rewrites an outdated unit and leaves the others unchanged.
    const [app, caster] = ['vertice-app', 'vertice-caster'].map((name) => readFileSync(root + unitAt(name), 'utf8'))
    writeFileSync(root + unitAt('vertice-app'), app!.replace(/^ExecStart=.*/m, 'ExecStart=/opt/old/vertice start'))
    const again = await service(root, 'install')
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/replaced .*app\.service\n(.*\n)*.*caster\.service: already up to date/),
    })
    expect(['vertice-app', 'vertice-caster'].map((name) => readFileSync(root + unitAt(name), 'utf8'))).toEqual([
      app,
      caster,
    ])

    const refused = await service(root, 'install', '--roles', 'api,caster,worker')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/vertice-app\.service is installed.*uninstall/)
  })

  it('does not change a unit that it did not write', async () => {
    const root = emptyRoot()
    mkdirSync(`${root}/etc/systemd/system`, { recursive: true })
    writeFileSync(root + unitAt('vertice'), '[Service]\nExecStart=/usr/bin/npm start\n')
    expect(await service(root, 'install')).toMatchObject({ code: 1, stderr: expect.stringMatching(/move it away/) })
    expect(await service(root, 'uninstall')).toMatchObject({ code: 0 })
    expect((await service(root, 'uninstall', '--purge', '--yes')).stderr).toMatch(/stop it and move it away first/)
    expect(filesIn(root)).toEqual([unitAt('vertice')])
  })

  it('does not change a socket unit that it did not write, and removes its own when a bus is set', async () => {
    const root = emptyRoot()
    await service(root, 'install')
    appendFileSync(root + SETTINGS, 'NATS_URL=nats://127.0.0.1:4222\n')
    expect((await service(root, 'install')).stdout).toContain(`removed ${root}${SOCKET}`)
    expect(existsSync(root + SOCKET)).toBe(false)
    writeFileSync(root + SOCKET, '[Socket]\nListenStream=8080\n')
    const kept = await service(root, 'install')
    expect(kept.stdout).toContain(`kept ${root}${SOCKET}: it was not written by this command`)
    expect((await service(root, 'uninstall')).stdout).not.toContain('vertice.socket')
    expect(filesIn(root)).toEqual([SOCKET, SETTINGS].toSorted())
  })

  it('installs despite an invalid setting, names it, and writes the socket unit once it is valid', async () => {
    const root = emptyRoot()
    await service(root, 'install')
    await rm(root + SOCKET)
    const right = readFileSync(root + SETTINGS, 'utf8')
    appendFileSync(root + SETTINGS, 'PORT=none\n')
    const wrong = await service(root, 'install')
    expect([wrong.code, wrong.stdout]).toEqual([0, expect.stringMatching(/did not write vertice\.socket: PORT: /)])
    writeFileSync(root + SETTINGS, right)
    expect((await service(root, 'install')).stdout).toContain(`wrote ${root}${SOCKET}`)
  })

  it('rejects unknown roles', async () => {
    const { code, stderr } = await service(emptyRoot(), 'install', '--roles', 'everything')
    expect(code).toBe(1)
    expect(stderr).toMatch(/expected api, caster, worker/)
  })
})

describe.skipIf(lacks('the units that are installed', 'systemd-analyze'))('an installed unit', () => {
  it.each([
    ['vertice', 'api,caster,worker'],
    ['vertice-app', 'api,worker'],
    ['vertice-caster', 'caster'],
  ])('%s is valid for systemd and has a low exposure', async (name, roles) => {
    const root = emptyRoot()
    await service(root, 'install', '--roles', roles)
    const analyze = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, root + unitAt(name)], { encoding: 'utf8' })
    const sockets = name === 'vertice' ? [root + SOCKET] : []
    const verified = analyze('verify', '--man=no', '--recursive-errors=no', ...sockets)
    expect(verified.stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
    expect(verified.status).toBe(0)
    const { status, stdout } = analyze('security', '--offline=true', `--threshold=${EXPOSURE}`, '--no-pager')
    expect(status, stdout).toBe(0)
  })
})

describe('an installation that is not possible', () => {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) skipped('installing as somebody else than root', 'nobody but root can try')

  it.skipIf(!isRoot)('says that root is required', async () => {
    const [node, entry] = commandOf(await checkoutFor(NOBODY))
    const ask = (...args: string[]) =>
      spawnSync(node, [entry, 'service', ...args], { ...NOBODY, cwd: '/', encoding: 'utf8' })
    for (const fault of ['install', 'uninstall'])
      expect(ask(fault)).toMatchObject({
        status: 1,
        stdout: '',
        stderr: expect.stringMatching(/^vertice: only root .*sudo\n$/),
      })
  })

  it.skipIf(!isRoot)('says that systemd is not running', () => {
    const [node, entry] = commandOf(CHECKOUT)
    // On a machine with systemd, a mount namespace hides it.
    const hide = ['unshare', '--mount', 'sh', '-c', 'mount -t tmpfs none /run/systemd && exec "$@"', 'sh']
    const hiding = existsSync('/run/systemd/system') ? hide : []
    const [program, ...args] = [...hiding, node, entry, 'service', 'install']
    expect(spawnSync(program!, args, { env: environment('/nowhere'), encoding: 'utf8' })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^vertice: systemd does not run here .*--root DIR\n$/),
    })
  })
})
