// The worker thread that makes RINEX files.
import { parentPort } from 'node:worker_threads'
import { archiveFolder } from '../segments/places.ts'
import { openStorage } from '../storage/open-storage.ts'
import { makeRinex } from './make.ts'
import type { ThreadAnswer, ThreadRequest } from './workshop.ts'

const answer = (message: ThreadAnswer) => parentPort!.postMessage(message)

parentPort!.on('message', async ({ job, storage }: ThreadRequest) => {
  try {
    const places = { storage: openStorage(storage), folder: archiveFolder(storage.dataDir) }
    answer({ outcome: await makeRinex(places, job, (percent) => answer({ percent })) })
  } catch (error) {
    answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
