// The caster in its own process: nothing else can stall it, and it is restarted after it exits.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isAlive, makeMigratedDataDir, RunningService, until, vertice } from '../support/process.ts'

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('caster-process'))
    .map((line) => Number(line.trim().split(' ')[0]))

const casterOf = (service: RunningService): number => childrenOf(service.child.pid!)[0]!

const portOf = (service: RunningService): number =>
  Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])

/** Requests the sourcetable and returns the first line of the response. */
function ask(port: number, withinMs = 5_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n'))
    socket.setTimeout(withinMs, () => socket.destroy(new Error('no answer')))
    socket.once('data', (data) => {
      resolve(String(data).split('\r\n', 1)[0]!)
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

const answers = (port: number) =>
  ask(port).then(
    (line) => line.includes('200'),
    () => false,
  )

describe('the caster in its own process', () => {
  it('responds while the main process is frozen', async () => {
    const service = await RunningService.start(makeMigratedDataDir())
    process.kill(service.child.pid!, 'SIGSTOP')
    try {
      expect(await ask(portOf(service))).toBe('SOURCETABLE 200 OK')
    } finally {
      process.kill(service.child.pid!, 'SIGCONT')
    }
    await service.stop()
  })

  it('is reported as down when it hangs, then killed and restarted', async () => {
    const service = await RunningService.start(makeMigratedDataDir())
    const port = portOf(service)
    const before = casterOf(service)
    process.kill(before, 'SIGSTOP')
    const metrics = async () => (await fetch(service.metricsUrl)).text()
    await until(async () => /^vertice_caster_up\{process="caster"\} 0$/m.test(await metrics()))
    const ready = await fetch(service.metricsUrl.replace('/metrics', '/readyz'))
    expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining('does not answer')])
    await until(() => answers(port))
    expect([isAlive(before), casterOf(service) === before]).toEqual([false, false])
    expect(service.log.join('')).toContain('The caster is not responding; killing it')
    await until(async () => /^vertice_caster_up\{process="caster"\} 1$/m.test(await metrics()))
    expect(await metrics()).toMatch(/^vertice_caster_hangs_total\{process="caster"\} 1$/m)
    await service.stop()
  })

  it('is restarted on its port after it exits, and its metrics appear with the others', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir)
    const port = portOf(service)
    const before = casterOf(service)
    process.kill(before, 'SIGKILL')
    await until(() => answers(port))
    expect(casterOf(service)).not.toBe(before)
    // The parent knows that the caster exited, so its sessions and stations need not wait for the 10 s lease timeout.
    const { stdout } = await vertice(dataDir, ['node', 'list', '--json'])
    const nodes: { roles: string[] }[] = JSON.parse(stdout)
    expect(nodes.filter(({ roles }) => roles.includes('caster'))).toMatchObject([{ state: 'up' }])
    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toMatch(/^vertice_caster_rovers 0$/m)
    expect(metrics).toMatch(/^process_resident_memory_bytes\{process="main"\} \d+$/m)
    expect(metrics).toMatch(/^process_resident_memory_bytes\{process="caster"\} \d+$/m)
    expect(metrics.match(/^# TYPE process_resident_memory_bytes /gm)).toHaveLength(1)
    await service.stop()
  })

  it('delays no metrics request while it is frozen, and its own metrics are left out', async () => {
    const service = await RunningService.start(makeMigratedDataDir())
    const caster = casterOf(service)
    process.kill(caster, 'SIGSTOP')
    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toContain('process_resident_memory_bytes{process="main"}')
    // The main process reports these two.
    expect(metrics.match(/^.*process="caster".*$/gm)).toEqual([
      'vertice_caster_up{process="caster"} 1',
      'vertice_caster_hangs_total{process="caster"} 0',
    ])
    process.kill(caster, 'SIGCONT')
    await service.stop()
    expect(isAlive(caster)).toBe(false)
  })

  it('exits when its parent process is killed, and frees its port', async () => {
    const dataDir = makeMigratedDataDir()
    const service = await RunningService.start(dataDir)
    const [port, caster] = [portOf(service), casterOf(service)]
    process.kill(service.child.pid!, 'SIGKILL')
    const next = await RunningService.start(dataDir, { CASTER_PORT: String(port) })
    await until(() => !isAlive(caster))
    expect(await ask(port)).toBe('SOURCETABLE 200 OK')
    expect((await next.call('/readyz')).status).toBe(200)
    await next.stop()
  })

  it('receives no payment or mail settings and exposes no secret in its environment', async () => {
    const secrets = {
      STRIPE_SECRET_KEY: 'sk_test_0123456789',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
      SMTP_URL: 'smtp://user:hidden-password@127.0.0.1:2525',
    }
    const service = await RunningService.start(makeMigratedDataDir(), secrets)
    const environment = readFileSync(`/proc/${casterOf(service)}/environ`, 'utf8')
    for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret)
    await service.stop()
  })
})
