// The worker thread that rebuilds what a rover was sent.
import { parentPort } from 'node:worker_threads'
import { Refusal } from '../../domain/codes/refusal.ts'
import { archiveFolder } from '../segments/places.ts'
import { openStorage } from '../storage/open-storage.ts'
import { rebuildSent } from './rebuild.ts'
import type { SentAnswer, SentRequest } from './workshop.ts'

const answer = (message: SentAnswer) => parentPort!.postMessage(message)

parentPort!.once('message', async ({ job, storage }: SentRequest) => {
  try {
    const places = { storage: openStorage(storage), folder: archiveFolder(storage.dataDir) }
    answer({ sent: await rebuildSent(places, job) })
  } catch (error) {
    if (error instanceof Refusal) answer({ refusal: { code: error.code, params: error.params } })
    else answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
