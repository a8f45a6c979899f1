import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newKey, parseKeys } from '../../src/base/secrets.ts'
import { startProvisioning } from '../../src/bkg/provision.ts'
import { type Client, STATIONS, TestService } from '../support/service.ts'
import { FakeCaster } from './fake-caster.ts'

export const KEY = newKey()

/** What an operator has in them before us, in an encoding of long ago. */
export const OPERATORS = {
  'users.aut': Buffer.from('# administradores, a\xf1o 2009\nchief:s\xc3\xa9same\nfeeder:push\n', 'latin1'),
  'groups.aut': Buffer.from('chiefs:chief\nfeeders:feeder\n'),
  'clientmounts.aut': Buffer.from('/admin:chiefs\n/oper:chiefs\n/OWN:feeders'),
}

/** A caster with those files, in a folder of its own, and how to be rid of both. */
export async function startOperatorsCaster(): Promise<{ caster: FakeCaster; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-bkg-'))
  for (const [name, text] of Object.entries(OPERATORS)) writeFileSync(join(folder, name), text, { mode: 0o640 })
  const caster = new FakeCaster(folder)
  await caster.start()
  return {
    caster,
    async end() {
      await caster.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface World {
  readonly service: TestService
  readonly caster: FakeCaster
  readonly folder: string
  readonly client: Client
  /** In this process; returns how to stop. */
  provide(): () => Promise<void>
}

export async function makeWorld(): Promise<World> {
  const service = await TestService.start({ keys: parseKeys(KEY) })
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const { caster, end } = await startOperatorsCaster()
  const { folder } = caster
  const client = await service.client()
  onTestFinished(async () => {
    await service.stop()
    await end()
  })
  return {
    ...{ service, caster, folder, client },
    provide() {
      const { db, keys, clock, current } = service.services
      const listening: (() => Promise<void>)[] = []
      const stop = startProvisioning({
        ...{ db, keys, clock, current, node: 'here', target: { folder, adminUrl: caster.url }, warn: () => {} },
        onChange(tell) {
          listening.push(
            service.db.listen('credentials_revoked', (id) => tell(id === null ? null : Number(id))),
            service.db.listen('credentials_changed', (told) => tell(told === null ? null : JSON.parse(told).id)),
            service.db.listen('credentials_imported', () => tell(null)),
          )
        },
      })
      const end = async () => {
        await Promise.all(listening.map((stopListening) => stopListening()))
        await stop()
      }
      onTestFinished(end)
      return end
    },
  }
}

export interface Issued {
  readonly id: number
  readonly usuario: string
  readonly password: string
}

export const issue = async (client: Client, more: object = {}): Promise<Issued> =>
  (await client.post('/credentials', { segundos: 3_600, ...more })).body.credential
