// A Vértice API on a real port and database, and a caster with the files of an operator.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from '../../../test/support/concurrent.ts'
import { type Client, STATIONS, TestService } from '../../../test/support/service.ts'
import { start } from '../src/commands.ts'
import type { Settings } from '../src/settings.ts'
import { FakeCaster } from './fake-caster.ts'

/** The operator's own lines, one of them in latin1. */
export const OPERATORS = {
  'users.aut': Buffer.from('# administradores, a\xf1o 2009\nchief:s\xc3\xa9same\nfeeder:push\n', 'latin1'),
  'groups.aut': Buffer.from('chiefs:chief\nfeeders:feeder\n'),
  'clientmounts.aut': Buffer.from('/admin:chiefs\n/oper:chiefs\n/OWN:feeders'),
}

export async function startOperatorsCaster(): Promise<FakeCaster> {
  const folder = mkdtempSync(join(tmpdir(), 'vertice-bkg-'))
  for (const [name, text] of Object.entries(OPERATORS)) writeFileSync(join(folder, name), text, { mode: 0o640 })
  const caster = new FakeCaster(folder)
  await caster.start()
  onTestFinished(async () => {
    await caster.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return caster
}

export interface World {
  readonly service: TestService
  readonly caster: FakeCaster
  readonly folder: string
  readonly client: Client
  readonly settings: Settings
  readonly log: string[]
  /** Starts a bridge in this process; returns a function that stops it. */
  run(more?: Partial<Settings>): Promise<() => Promise<void>>
}

type Overrides = Parameters<typeof TestService.start>[0]

let last: Promise<unknown> = Promise.resolve()

/** Builds one at a time: building an API blocks the event loop, so other connections would time out. */
export function makeWorld(overrides?: Overrides): Promise<World> {
  const world = last.then(() => make(overrides))
  last = world.catch(() => {})
  return world
}

async function make(overrides: Overrides): Promise<World> {
  const service = await TestService.start(overrides)
  onTestFinished(() => service.stop())
  await service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  const url = await (await service.app).listen({ host: '127.0.0.1', port: 0 })
  const caster = await startOperatorsCaster()
  const { secret } = await service.token()
  const settings: Settings = {
    ...{ url, tokens: [secret], folder: caster.folder, adminUrl: caster.url },
    ...{ listen: null, webhookSecrets: [], pollSeconds: 1, sessions: 2 },
  }
  const log: string[] = []
  return {
    ...{ service, caster, folder: caster.folder, client: service.as(secret), settings, log },
    async run(more = {}) {
      const stop = await start({ ...settings, ...more }, (sentence) => log.push(sentence))
      onTestFinished(stop)
      return stop
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
