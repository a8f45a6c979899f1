// The measurements of each section of the report.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchConsole } from './api/console.ts'
import { benchIssuing } from './api/credentials.ts'
import { benchMails, benchSheets } from './api/customer-delivery.ts'
import { benchLists, FEW, fillCredentials, MANY } from './api/lists.ts'
import { benchChoice, benchCredentials, benchStations } from './api/reads.ts'
import { benchIdle, benchRest } from './api/rest.ts'
import { benchWatching } from './api/watching.ts'
import { benchDeadEndpoint, benchDeliveries, benchMassExpiry } from './api/webhooks.ts'
import { benchArchive } from './caster/archive.ts'
import { benchCaster } from './caster/caster.ts'
import { benchCluster } from './caster/cluster.ts'
import { benchConnect } from './caster/connect.ts'
import { benchConvert } from './caster/convert.ts'
import { benchFanout } from './caster/fanout.ts'
import { benchFrontDoor } from './caster/front-door.ts'
import { benchIntegrity } from './caster/integrity.ts'
import { benchMonitor, STATIONS as MONITORED, placeOf } from './caster/monitor.ts'
import { benchQuality } from './caster/quality.ts'
import { benchRinex } from './caster/rinex.ts'
import { benchHistory, benchMetering, benchMinutes, STATIONS } from './caster/telemetry.ts'
import { benchLoop } from './process/loop.ts'
import { benchRelease } from './process/release.ts'
import type { SectionName } from './report.ts'
import { BenchService, type Row, random } from './support/service.ts'
import { sized } from './support/size.ts'

/** The first owner of a service owns the token. */
const OWNER = 1

type Add = (...rows: Row[]) => void
type Place = (index: number) => { readonly lat: number; readonly lng: number }

export const MEASURE: Readonly<Record<SectionName, (add: Add) => Promise<void>>> = {
  issuing: (add) =>
    withService(async (service, token) => {
      const place = ['--code', 'BENCH', '--name', 'Bench', '--lat', '19.4', '--lng', '-99.1']
      await service.command('station', 'add', ...place)
      add(...(await benchIssuing(service, token)))
    }),
  reads: (add) =>
    withService(async (service, token) => {
      await addStations(service, sized(1_000, 10))
      add(await benchStations(service, token))
      await addStations(service, sized(10_000, 20))
      await service.command('network', 'set', 'upstream=ntrip://vrs.example.mx:2101/VRS')
      add(await benchChoice(service, token))
      await fillCredentials(service, OWNER, sized(10_000, 200), showProgress)
      add(...(await benchCredentials(service, token, OWNER)))
    }),
  lists: (add) =>
    withService(async (service) => {
      const few = await service.command('token', 'create', '--owner', 'few', '--name', 'bench', '--scopes', 'read')
      const many = await service.command('token', 'create', '--owner', 'many', '--name', 'bench', '--scopes', 'read')
      await addStations(service, 2)
      await fillCredentials(service, 2, FEW, showProgress)
      await fillCredentials(service, 3, MANY, showProgress)
      add(...(await benchLists(service, few, many)))
      add(...(await benchRest(service)))
      add(await benchIdle(service))
    }),
  async console(add) {
    add(...(await benchConsole(showProgress)))
  },
  async webhooks(add) {
    add(...(await benchDeliveries()))
    add(await benchDeadEndpoint())
    add(...(await benchMassExpiry()))
  },
  async handover(add) {
    add(await benchSheets())
    add(...(await benchMails()))
  },
  async loop(add) {
    add(await benchLoop())
  },
  watching: (add) =>
    withService(async (service, token) => {
      await addStations(service, 10)
      add(...(await benchWatching(service, token)))
    }),
  async release(add) {
    add(...(await benchRelease()))
  },
  caster: benchCaster,
  connect: benchConnect,
  fanout: benchFanout,
  cluster: benchCluster,
  archive: benchArchive,
  rinex: benchRinex,
  'front-door': benchFrontDoor,
  integrity: (add) => {
    add(...benchIntegrity())
    return withService(async (service) => {
      await addStations(service, MONITORED, placeOf)
      await service.stop()
      add(...(await benchMonitor(service)))
    })
  },
  async convert(add) {
    add(...benchConvert())
  },
  async quality(add) {
    add(...benchQuality())
  },
  telemetry: (add) => {
    add(...benchMetering())
    return withService(async (service, token) => {
      await addStations(service, STATIONS)
      await service.stop()
      add(...(await benchMinutes(service)))
      await service.start()
      add(await benchHistory(service, token))
    })
  },
}

const showProgress = (done: number) => process.stderr.isTTY && process.stderr.write(`\r${done} rows `)

async function withService(work: (service: BenchService, token: string) => Promise<void>): Promise<void> {
  const service = new BenchService()
  await service.start()
  try {
    const scopes = 'read,provision,revoke'
    await work(
      service,
      await service.command('token', 'create', '--owner', 'bench', '--name', 'bench', '--scopes', scopes),
    )
  } finally {
    await service.stop()
    service.remove()
  }
}

function anywhere(): Place {
  const next = random(42)
  return () => ({ lat: 14.5 + next() * 18, lng: -117 + next() * 30 })
}

async function addStations(service: BenchService, count: number, placeOf = anywhere()): Promise<void> {
  const stations = Array.from({ length: count }, (_, index) => ({
    codigo: `S${index}`,
    nombre: `Station ${index}`,
    estado_mx: 'Jalisco',
    ...placeOf(index),
    constelaciones: 'GPS+GLO+GAL+BDS',
  }))
  const file = join(service.dataDir, 'stations.json')
  writeFileSync(file, JSON.stringify(stations))
  await service.command('station', 'import', file, '--update')
}
