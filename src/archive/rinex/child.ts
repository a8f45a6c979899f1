// The process that makes RINEX files. It ends with the process that started it, which also kills it to stop a job: it
// leaves nothing behind but files in the job's temporary folder.
import { writeFileSync } from 'node:fs'
import { ignoreLostOutput } from '../../base/running/lost-output.ts'
import { archiveFolder } from '../segments/places.ts'
import { openStorage } from '../storage/open-storage.ts'
import { makeRinex } from './make.ts'
import type { ChildAnswer, ChildRequest } from './workshop.ts'

ignoreLostOutput()
process.on('disconnect', () => process.exit())
// The terminal and systemd send these to all processes; the parent decides.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
endBeforeParent()

/** If memory runs out, Linux kills this process instead of the service. */
function endBeforeParent(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // not Linux
  }
}

const answer = (message: ChildAnswer) => new Promise<void>((sent) => void process.send!(message, () => sent()))

process.once('message', async ({ job, storage }: ChildRequest) => {
  try {
    const places = { storage: openStorage(storage), folder: archiveFolder(storage.dataDir) }
    const outcome = await makeRinex(places, job, (percent) => void answer({ percent }))
    await answer({ outcome })
  } catch (error) {
    await answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
  process.exit()
})
