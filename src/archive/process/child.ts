// A process that does one job on the archive. It ends with the process that started it, which also kills it to stop the
// job: it leaves nothing behind but files in the job's temporary folder.
import { writeFileSync } from 'node:fs'
import { ignoreLostOutput } from '../../base/running/lost-output.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { archiveFolder } from '../segments/places.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { ChildAnswer, ChildRequest } from './workshop.ts'

type Work<Job, Outcome> = (places: SegmentPlaces, job: Job, progress: (percent: number) => void) => Promise<Outcome>

export function doOneJob<Job, Outcome>(work: Work<Job, Outcome>): void {
  ignoreLostOutput()
  process.on('disconnect', () => process.exit())
  // The terminal and systemd send these to all processes; the parent decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  endBeforeParent()
  process.once('message', async ({ job, storage }: ChildRequest<Job>) => {
    const answer = (message: ChildAnswer<Outcome>) =>
      new Promise<void>((sent) => void process.send!(message, () => sent()))
    try {
      const places = { storage: openStorage(storage), folder: archiveFolder(storage.dataDir) }
      const outcome = await work(places, job, (percent) => void answer({ percent }))
      await answer({ outcome })
    } catch (error) {
      await answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
    process.exit()
  })
}

/** If memory runs out, Linux kills this process instead of the service. */
function endBeforeParent(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // not Linux
  }
}
