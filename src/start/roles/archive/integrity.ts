// Computes what operators requested: positions and quality from the archive, and positions of bases.
import { antennaFile } from '../../../archive/integrity/antennas.ts'
import { baseWorkshop } from '../../../archive/integrity/bases.ts'
import { runWorkshop, startComputingRuns } from '../../../archive/integrity/runs.ts'
import { openStorage } from '../../../archive/storage/open-storage.ts'
import { INTEGRITY_RUNS_DUE } from '../../../store/archive/integrity-runs.ts'
import type { WorkerMetrics } from '../../metrics/worker.ts'
import type { RoleDependencies } from '../context.ts'

export function computeRuns(
  { db, clock, config, live, workerMetrics }: RoleDependencies & { readonly workerMetrics: WorkerMetrics },
  warn: (error: unknown) => void,
) {
  const [workshop, bases] = [runWorkshop(config), baseWorkshop(config)]
  const common = {
    ...{ db, clock, warn, antennaFile: antennaFile(config.dataDir) },
    stations: async () => (await live.current()).book.active,
  }
  let stopListening = async () => {}
  const stop = startComputingRuns(
    {
      ...{ ...common, watch: workerMetrics.jobs.watch('integrity') },
      compute: (job, progress) => workshop.make(job, progress),
      onDue: (wake) => {
        stopListening = db.listen(INTEGRITY_RUNS_DUE, wake)
      },
    },
    { ...common, storage: openStorage(config), doStep: (step, progress) => bases.make(step, progress) },
    async () => {
      await Promise.all([workshop.close(), bases.close()])
    },
  )
  return async () => {
    await stopListening()
    await stop()
  }
}
