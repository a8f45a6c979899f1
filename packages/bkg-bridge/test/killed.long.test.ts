// Repeated kill -9 while credentials change: the files are complete whenever they are read, and correct in the end.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../../test/support/process.ts'
import { STATIONS } from '../../../test/support/service.ts'
import { BridgeProcess } from './process.ts'
import { type Issued, issue, makeWorld, OPERATORS } from './support.ts'

const KILLS = 8

it('keeps the files complete at any moment and correct in the end, whenever the bridge is killed', async () => {
  const { caster, client, folder, settings } = await makeWorld()
  const alive = new Map<string, Issued>()
  const changed = new Map<string, string>()
  const lost: Issued[] = []
  const many = await client.post('/credentials/batch', {
    credentials: Array.from({ length: 1_000 }, () => ({ segundos: 3_600, station_codigo: 'CDMX' })),
  })
  const bulk: Issued[] = many.body.credentials
  for (const one of bulk) alive.set(one.usuario, one)
  const bridge = new BridgeProcess(settings)

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

  bridge.start()
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
    await sleep(Math.random() * 3_000) // the next bridge waits two seconds for what this one wrote
    await bridge.end('SIGKILL')
    if (session !== null && round === KILLS - 1) expect(caster.users.size).toBeGreaterThan(0)
    if (round % 3 === 1) {
      await caster.stop()
      await caster.start()
    }
    bridge.start()
  }
  const isRight = () =>
    caster.users.size === alive.size + 2 &&
    [...alive].every(([name, { password }]) => caster.users.get(name) === password)
  await until(isRight, 60_000)
  expect([...alive.keys()].length).toBeGreaterThan(KILLS)
  for (const { usuario, password } of lost) expect(caster.lets(usuario, password, STATIONS.cdmx.mountpoint)).toBe(false)
  for (const [usuario, old] of changed) expect(caster.users.get(usuario)).not.toBe(old)
  expect(caster.lets('chief', 'sésame', 'admin')).toBe(true)
  expect(torn).toEqual([])
  expect(looks).toBeGreaterThan(100)
})
