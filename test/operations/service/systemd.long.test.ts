// The service under a real systemd: installed, ready, sandboxed, restarted and removed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildWeb } from '../../../src/http/pages/build.ts'
import { CHECKOUT, checkoutFor, commandOf } from '../../support/checkout.ts'
import { lacks, skipped } from '../../support/needs.ts'
import { until } from '../../support/process.ts'
import { Machine } from './machine.ts'

const WHAT = 'the service under a systemd of its own'
const isRoot = process.getuid?.() === 0
if (!isRoot) skipped(WHAT, 'only root can start one')
const isImpossible = !isRoot || lacks(WHAT, 'systemctl', 'setpriv', 'unshare', 'nsenter', 'ip', 'curl', 'useradd')

const NOBODY = { uid: 65534, gid: 65534 }
const SETTINGS = '/etc/vertice/vertice.env'

let machine: Machine | null = null
const atTheEnd: (() => Promise<void>)[] = []
beforeAll(async () => {
  if (isImpossible) return
  await buildWeb(CHECKOUT) // the checkout is read-only in the machine
  const booted = await Machine.boot(await checkoutFor(NOBODY, (work) => atTheEnd.push(work)))
  if (typeof booted === 'string') skipped(WHAT, `it does not start here: ${booted}`)
  else machine = booted
})
afterAll(async () => {
  await machine?.halt()
  for (const work of atTheEnd) await work()
})

const run = (...command: string[]) => machine!.run(...command)
const vertice = (...args: string[]) => run(...commandOf('/opt/vertice/'), ...args)
const property = async (name: string) =>
  (await run('systemctl', 'show', '--property', name, '--value', 'vertice')).stdout.trim()
let port = 8080
const statusOf = async (path: string, ...headers: string[]) =>
  (await run('curl', '-s', '-o', '/dev/null', '-w', '%{http_code}', ...headers, `http://127.0.0.1:${port}${path}`))
    .stdout
const fieldsOf = async (pid: string) => (await run('cat', `/proc/${pid}/status`)).stdout
const succeeded = { code: 0, stderr: '' }

describe.skipIf(isImpossible)('a machine with systemd', () => {
  let token = ''
  const isAccepted = async () => (await statusOf('/api/v1/stations', '-H', `Authorization: Bearer ${token}`)) === '200'

  it('has a ready service after the installation', async ({ skip }) => {
    if (machine === null) skip()
    expect(await vertice('service', 'install')).toMatchObject({
      ...succeeded,
      stdout: expect.stringMatching(/^started vertice: it is ready/m),
    })
    expect(await statusOf('/readyz')).toBe('200')
    expect((await run('curl', '-s', '-i', 'http://127.0.0.1:2101/')).stdout).toMatch(/^HTTP\/1\.1 200/)
    expect(await property('StatusText')).toBe('ready: api, caster, worker')
    expect((await run('systemctl', 'is-enabled', 'vertice')).stdout).toBe('enabled\n')
  })

  it('sandboxes the service: no capabilities, no privileges, no writes outside its data', async ({ skip }) => {
    if (machine === null) skip()
    const uid = (await run('id', '-u', 'vertice')).stdout.trim()
    const pids = (await run('pgrep', '--uid', 'vertice')).stdout.trim().split('\n')
    expect(pids.length).toBeGreaterThan(5) // the service, its caster, its database
    for (const pid of pids) {
      const fields = await fieldsOf(pid)
      if (fields === '') continue // a database backend that has ended
      expect(fields).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'))
      expect(fields).toMatch(/^CapBnd:\t0+$/m)
      expect(fields).toMatch(/^NoNewPrivs:\t1$/m)
      expect(fields).toMatch(/^Seccomp:\t2$/m)
    }
    const main = await property('MainPID')
    const mounts = (await run('cat', `/proc/${main}/mountinfo`)).stdout.split('\n')
    const optionsOf = (path: string) => mounts.findLast((line) => line.split(' ')[4] === path)?.split(' ')[5]
    expect(optionsOf('/')).toMatch(/^ro\b/)
    expect(optionsOf('/var/lib/vertice')).toMatch(/^rw\b/)
  })

  it("runs commands with the service's settings and as its user", async ({ skip }) => {
    if (machine === null) skip()
    const made = await vertice(
      'service',
      'run',
      'token',
      'create',
      '--owner',
      'Red',
      '--name',
      'first',
      '--scopes',
      'read',
    )
    expect(made.code).toBe(0)
    token = made.stdout.trim()
    expect(await isAccepted()).toBe(true)
    expect((await run('find', '/var/lib/vertice', '!', '-user', 'vertice')).stdout).toBe('')
  })

  it('changes nothing when the service is installed again', async ({ skip }) => {
    if (machine === null) skip()
    const before = await property('MainPID')
    expect(await vertice('service', 'install')).toMatchObject({
      ...succeeded,
      stdout: expect.stringContaining('vertice runs'),
    })
    expect(await property('MainPID')).toBe(before)
  })

  it('restarts the service when it is killed', async ({ skip }) => {
    if (machine === null) skip()
    const before = await property('MainPID')
    expect(await run('kill', '-9', before)).toMatchObject(succeeded)
    // Check the counter first: from the scheduled restart until ready, the unit is not active.
    await until(
      async () => (await property('NRestarts')) === '1' && (await property('ActiveState')) === 'active',
      60_000,
    )
    expect(await property('MainPID')).not.toBe(before)
    expect(await isAccepted()).toBe(true)
  })

  it('has failures as errors in the journal', async ({ skip }) => {
    if (machine === null) skip()
    await run('sh', '-c', `echo PORT=nonsense >>${SETTINGS}`)
    expect((await run('systemctl', 'restart', 'vertice')).code).not.toBe(0)
    const errors = () => run('journalctl', '--unit', 'vertice', '--priority', 'err', '--output', 'cat')
    await until(async () => /^vertice: PORT: expected a whole number .* got "nonsense"$/m.test((await errors()).stdout))
    await run('sed', '-i', '/^PORT=nonsense$/d', SETTINGS)
    expect(await run('systemctl', 'restart', 'vertice')).toMatchObject(succeeded)
    expect(await isAccepted()).toBe(true)
  })

  it('keeps the ports open during a restart: no request is refused', async ({ skip }) => {
    if (machine === null) skip()
    const before = await property('MainPID')
    // One connection per request, one line per response: the status, or curl's error.
    const ask = `curl -sS -o /dev/null -m 60 -w '%{http_code}\\n' http://127.0.0.1:${port}/readyz 2>&1`
    const asking = run('sh', '-c', `until [ -e /run/asked-enough ]; do ${ask}; done`)
    expect(await run('systemctl', 'restart', 'vertice')).toMatchObject(succeeded)
    await run('touch', '/run/asked-enough')
    const answers = (await asking).stdout.trim().split('\n')
    expect(new Set(answers)).toEqual(new Set(['200']))
    expect(await property('MainPID')).not.toBe(before)
    expect(await isAccepted()).toBe(true)
    expect((await run('journalctl', '--unit', 'vertice', '--output', 'cat')).stdout).not.toContain('does not listen on')
  })

  it('names a socket unit that does not match the settings, and uses it once it is rewritten', async ({ skip }) => {
    if (machine === null) skip()
    const said = async () => (await run('journalctl', '--unit', 'vertice', '--output', 'cat')).stdout
    await run('sh', '-c', `echo PORT=8090 >>${SETTINGS}`)
    expect(await run('systemctl', 'restart', 'vertice')).toMatchObject(succeeded)
    expect(await said()).toContain(
      'vertice.socket does not listen on 127.0.0.1 port 8090, so the service does, and listens on 127.0.0.1 port 8080',
    )
    port = 8090
    expect(await isAccepted()).toBe(true)
    expect((await vertice('service', 'install')).stdout).toContain('"systemctl restart vertice.socket" when it suits')
    expect(await run('systemctl', 'restart', 'vertice.socket')).toMatchObject(succeeded)
    expect(await isAccepted()).toBe(true)
    expect(await property('ActiveState')).toBe('active')
    await run('sed', '-i', '/^PORT=8090$/d', SETTINGS)
    await vertice('service', 'install')
    expect(await run('systemctl', 'restart', 'vertice.socket')).toMatchObject(succeeded)
    port = 8080
    expect(await isAccepted()).toBe(true)
  })

  it('starts the service on a connection while its socket is open, and stops both together', async ({ skip }) => {
    if (machine === null) skip()
    expect(await run('systemctl', 'stop', 'vertice')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('vertice.socket'), // it can still be activated by the socket
    })
    expect(await isAccepted()).toBe(true)
    expect(await run('systemctl', 'stop', 'vertice.socket', 'vertice')).toMatchObject(succeeded)
    expect(await statusOf('/readyz')).toBe('000')
    expect(await property('ActiveState')).toBe('inactive')
    expect(await run('systemctl', 'start', 'vertice')).toMatchObject(succeeded)
    expect(await isAccepted()).toBe(true)
  })

  it('stops the service cleanly', async ({ skip }) => {
    if (machine === null) skip()
    expect(await run('systemctl', 'stop', 'vertice.socket', 'vertice')).toMatchObject(succeeded)
    expect(await property('Result')).toBe('success')
    expect(await property('ExecMainStatus')).toBe('0')
    const said = (await run('journalctl', '--unit', 'vertice', '--output', 'cat')).stdout
    expect(said).toMatch(/stopping: finishing requests in progress …\n(?:.*\n)*.*Deactivated successfully/)
    expect((await run('pgrep', '--uid', 'vertice')).stdout).toBe('')
  })

  it('removes the service and keeps the data; a purge leaves nothing', async ({ skip }) => {
    if (machine === null) skip()
    expect(await vertice('service', 'uninstall')).toMatchObject(succeeded)
    expect((await run('systemctl', 'cat', 'vertice')).code).not.toBe(0)

    // The socket unit opens ports below 1024; the service has no capability.
    await run('sh', '-c', `echo PORT=443 >>${SETTINGS}`)
    expect(await vertice('service', 'install')).toMatchObject(succeeded)
    port = 443
    expect(await isAccepted()).toBe(true)

    expect(await vertice('service', 'uninstall', '--purge', '--yes')).toMatchObject(succeeded)
    expect(
      await run('sh', '-c', 'ls -d /var/lib/vertice /etc/vertice /etc/systemd/system/vertice* /var/*/vertice'),
    ).toMatchObject({ stdout: '' })
    expect((await run('id', 'vertice')).code).not.toBe(0)
  })

  it('does not start one of several machines without a shared database', async ({ skip }) => {
    if (machine === null) skip()
    const installed = await vertice('service', 'install', '--roles', 'caster')
    expect(installed).toMatchObject({ ...succeeded, stdout: expect.stringMatching(/^not started: .* DATABASE_URL/m) })
    expect((await run('systemctl', 'is-enabled', 'vertice-caster')).stdout).toBe('disabled\n')
    expect((await run('systemctl', 'is-active', 'vertice-caster')).stdout).toBe('inactive\n')
  })
})
