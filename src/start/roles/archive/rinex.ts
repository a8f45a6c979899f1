// Makes the RINEX files that were ordered and those of each day, and opens what is made.
import { mkdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { finishRinex } from '../../../actions/archive/finish-rinex.ts'
import { startMakingRinex } from '../../../archive/rinex/making.ts'
import { RinexWorkshop } from '../../../archive/rinex/workshop.ts'
import { archiveFolder } from '../../../archive/segments/places.ts'
import { openStorage } from '../../../archive/storage/open-storage.ts'
import { FileMissing } from '../../../archive/storage/storage.ts'
import { BASE62, randomCode } from '../../../base/secrets.ts'
import { keptFreeBytes } from '../../../domain/archive/recorded.ts'
import { RINEX_KEY_LENGTH } from '../../../domain/archive/rinex-order.ts'
import { readSite } from '../../../reads/site.ts'
import { readSiteLogFile } from '../../../reads/site-log.ts'
import { RINEX_ORDERS_DUE } from '../../../store/archive/rinex-orders.ts'
import type { WorkerMetrics } from '../../metrics/worker.ts'
import { version } from '../../version.ts'
import type { RoleDependencies } from '../context.ts'

export function makeRinexFiles(
  dependencies: RoleDependencies & { readonly workerMetrics: WorkerMetrics },
  warn: (error: unknown) => void,
) {
  const { db, clock, config, live, workerMetrics } = dependencies
  const workshop = new RinexWorkshop(config)
  let stopListening = async () => {}
  const stop = startMakingRinex(
    {
      ...{ db, clock, warn, program: `vertice ${version}`, storage: openStorage(config) },
      stationOf: async (id) => {
        const { book } = await live.current()
        return { station: book.byId.get(id) ?? null, networkName: book.network.name }
      },
      siteOf: (stationId, at) => readSite(db, stationId, at),
      async siteLogOf(stationId) {
        const station = (await live.current()).book.byId.get(stationId)
        return station ? readSiteLogFile(db, station, 'log', clock()) : null
      },
      newKey: () => randomCode(RINEX_KEY_LENGTH, BASE62),
      // Files are made in the temporary folder, and stored in the archive.
      async hasRoom() {
        const folder = archiveFolder(config.dataDir)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        return (await hasFreeSpace(folder)) && hasFreeSpace(tmpdir())
      },
      make: (job, progress) => workshop.make(job, progress),
      finish: async (order, result) => {
        const { book } = await live.current()
        const station = book.byId.get(order.stationId)
        return finishRinex({ db, now: clock(), baseUrl: live.config.baseUrl, station }, order, result)
      },
      watch: workerMetrics.jobs.watch('RINEX files'),
      onDue: (wake) => {
        stopListening = db.listen(RINEX_ORDERS_DUE, wake)
      },
    },
    () => workshop.close(),
  )
  return async () => {
    await stopListening()
    await stop()
  }
}

async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return bavail * bsize >= keptFreeBytes({ totalBytes: blocks * bsize })
}

export function rinexDownloads({ db, clock, config }: RoleDependencies) {
  const storage = openStorage(config)
  return {
    ...{ db, clock },
    openFile: (name: string): Promise<Readable | null> =>
      storage.read(name).catch((error: unknown) => {
        if (error instanceof FileMissing) return null
        throw error
      }),
  }
}
