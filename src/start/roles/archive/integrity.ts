// Computes positions and quality from the archive that operators requested.
import { antennaFile } from '../../../archive/integrity/antennas.ts'
import { runWorkshop, startComputingRuns } from '../../../archive/integrity/runs.ts'
import { INTEGRITY_RUNS_DUE } from '../../../store/archive/integrity-runs.ts'
import type { WorkerMetrics } from '../../metrics/worker.ts'
import type { RoleDependencies } from '../context.ts'

export function computeRuns(
  { db, clock, config, live, workerMetrics }: RoleDependencies & { readonly workerMetrics: WorkerMetrics },
  warn: (error: unknown) => void,
) {
  const workshop = runWorkshop(config)
  let stopListening = async () => {}
  const stop = startComputingRuns(
    {
      ...{ db, clock, warn, watch: workerMetrics.jobs.watch('integrity') },
      stations: async () => (await live.current()).book.active,
      antennaFile: antennaFile(config.dataDir),
      compute: (job, progress) => workshop.make(job, progress),
      onDue: (wake) => {
        stopListening = db.listen(INTEGRITY_RUNS_DUE, wake)
      },
    },
    () => workshop.close(),
  )
  return async () => {
    await stopListening()
    await stop()
  }
}
