// kill -9 at any moment, again and again, while much changes: the files are whole whenever somebody looks, and right in the end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../support/process.ts'
import { STATIONS } from '../support/service.ts'
import { type Issued, issue, KEY, makeWorld, OPERATORS } from './support.ts'

const KILLS = 8

it('files are whole at any moment and right in the end, whoever is killed when', async () => {
  const { service, caster, client, folder } = await makeWorld()
  const { pool } = service.db
  const alive = new Map<string, Issued>()
  const changed = new Map<string, string>()
  const lost: Issued[] = []
  const many = await client.post('/credentials/batch', {
    credentials: Array.from({ length: 1_000 }, () => ({ segundos: 3_600, station_codigo: 'CDMX' })),
  })
  const bulk: Issued[] = many.body.credentials
  for (const one of bulk) alive.set(one.usuario, one)
  const { host, port, user, password, database } = pool.options
  const PROVISIONER = JSON.stringify({
    ...{ connection: { host, port, user, password, database }, key: KEY, folder, adminUrl: caster.url },
  })
  let child: ChildProcess | null = null
  const launch = () => {
    child = spawn(process.execPath, [fileURLToPath(new URL('provisioner.ts', import.meta.url))], {
      env: { ...process.env, PROVISIONER },
      stdio: 'inherit',
    })
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)

  let looks = 0
  const torn: string[] = []
  const watching = setInterval(() => {
    for (const [name, own] of Object.entries(OPERATORS)) {
      const bytes = readFileSync(join(folder, name))
      const text = bytes.toString('latin1')
      const isWhole = text.includes('# BEGIN VERTICE') ? /\n# END VERTICE\n$/.test(text) : bytes.equals(own)
      if (!isWhole || !bytes.subarray(0, own.length).equals(own)) torn.push(`${name} at look ${looks}`)
    }
    looks += 1
  }, 5)
  onTestFinished(() => clearInterval(watching))

  launch()
  for (let round = 0; round < KILLS; round += 1) {
    const one = await issue(client, { station_codigo: round % 2 ? 'CDMX' : 'TOLU' })
    alive.set(one.usuario, one)
    const [victim, other] = [...alive.values()].slice(round * 3)
    await client.delete(`/credentials/${victim!.id}`)
    alive.delete(victim!.usuario)
    lost.push(victim!)
    caster.connect(victim!.usuario, victim!.password, STATIONS.cdmx.mountpoint)
    const { body } = await client.post(`/credentials/${other!.id}/password`, {})
    alive.set(other!.usuario, { ...other!, password: body.credential.password })
    changed.set(other!.usuario, other!.password)
    const session = caster.connect(other!.usuario, other!.password, STATIONS.cdmx.mountpoint)
    await sleep(Math.random() * 3_000) // what the one before wrote may be waited for
    await kill()
    if (session !== null && round === KILLS - 1) expect(caster.users.size).toBeGreaterThan(0)
    if (round % 3 === 1) {
      await caster.stop()
      await caster.start()
    }
    launch()
  }
  const isRight = () =>
    caster.users.size === alive.size + 2 &&
    [...alive].every(([name, { password }]) => caster.users.get(name) === password)
  await until(isRight)
  expect([...alive.keys()].length).toBeGreaterThan(KILLS)
  for (const { usuario, password } of lost) expect(caster.lets(usuario, password, STATIONS.cdmx.mountpoint)).toBe(false)
  for (const [usuario, old] of changed) expect(caster.users.get(usuario)).not.toBe(old)
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
  expect(torn).toEqual([])
  expect(looks).toBeGreaterThan(100)
})
