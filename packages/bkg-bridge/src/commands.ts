// The commands: keep the files in step until stopped, write them once, or only report what would be written.
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Bridge, LATE_AFTER_MS } from './bridge.ts'
import { BkgFailure } from './failure.ts'
import { FILES, managedMountpoints, managedPasswords, operatorsLines, readFolder, textsOf } from './files/folder.ts'
import { loopOf } from './loop.ts'
import { type Plan, planOf } from './plan.ts'
import type { Settings } from './settings.ts'
import { MemoryFile } from './vertice/memory.ts'
import { Service, sentenceOf } from './vertice/service.ts'
import { openPort } from './webhook-port.ts'
import { failureSentence, namesOf, planSentences } from './words.ts'

const POLL_GAP_MS = 500
const ROUND_GAP_MS = 50
/** Poll interval while the API fails or passwords are still to be verified. */
const BUSY_POLL_MS = 5_000
/** Enough for the two reloads of `write`, a second apart, and as much again for a slow caster. */
const WRITE_ROUNDS = 40

export type Log = (sentence: string) => void

/** Uses the passwords in the files until they are verified: reading thousands from the API takes minutes. */
async function prepare({ url, tokens, folder, adminUrl, sessions }: Settings, log: Log) {
  const memoryFile = new MemoryFile(folder)
  const memory = await memoryFile.read()
  const knownPasswords = await readFolder(folder).then(managedPasswords, () => new Map<string, string>())
  const service = new Service({ url, tokens, eventsUntil: memory.eventsUntil, knownPasswords })
  const bridge = new Bridge({ folder, adminUrl, sessions, service, memoryFile, log }, memory)
  return { service, bridge }
}

/** Returns a function that stops the bridge. */
export async function start(settings: Settings, log: Log): Promise<() => Promise<void>> {
  const { service, bridge } = await prepare(settings, log)
  let apiTrouble: { readonly sentence: string; readonly since: number } | null = null
  const poll = async (): Promise<number> => {
    const unread = service.unread
    try {
      await service.refresh()
      if (apiTrouble) log('The Vértice API answers again')
      apiTrouble = null
    } catch (error) {
      const sentence = `The Vértice API: ${sentenceOf(error)}`
      if (sentence !== apiTrouble?.sentence) log(sentence)
      apiTrouble = { sentence, since: apiTrouble?.since ?? performance.now() }
    }
    rounds.wake()
    if (service.unread > 0 && service.unread !== unread) return 0
    const pollMs = settings.pollSeconds * 1_000
    return apiTrouble || service.isVerifying ? Math.min(pollMs, BUSY_POLL_MS) : pollMs
  }
  const round = async (): Promise<number> => {
    await bridge.round().catch((error) => log(`Unexpected error: ${(error as Error).stack}`))
    return bridge.dueInMs
  }
  const trouble = () => {
    if (bridge.isLate) return bridge.failure ? failureSentence(bridge.failure) : 'The caster is out of date'
    const isLasting = apiTrouble && performance.now() - apiTrouble.since >= LATE_AFTER_MS
    if (apiTrouble && (isLasting || !service.network)) return apiTrouble.sentence
    return service.network ? null : 'The Vértice API has not been read yet'
  }
  const { listen, webhookSecrets: secrets } = settings
  let wake = () => {}
  const port = listen && (await openPort({ ...listen, secrets, wake: () => wake(), trouble }))
  if (listen) log(`Listening on ${listen.host}:${listen.port}`)
  const rounds = loopOf(round, ROUND_GAP_MS)
  // A poll costs one request per organization. Limited to about two requests per second, half of the usual rate limit.
  const polls = loopOf(poll, POLL_GAP_MS * (1 + settings.tokens.length))
  wake = polls.wake
  return async () => {
    port?.closeAllConnections()
    port?.close()
    await polls.stop()
    await rounds.stop()
  }
}

async function readEverything(service: Service): Promise<void> {
  do {
    await service.refresh()
    if (service.unread > 0 || !service.network) await sleep(POLL_GAP_MS)
  } while (service.unread > 0 || !service.network)
}

/** Throws a BkgFailure if the caster does not get in step. */
export async function write(settings: Settings, log: Log): Promise<Plan> {
  const { service, bridge } = await prepare(settings, log)
  await readEverything(service)
  for (let round = 0; round < WRITE_ROUNDS && !bridge.isInStep; round += 1) {
    await bridge.round()
    if (bridge.failure) throw bridge.failure
    if (!bridge.isInStep) await sleep(250)
  }
  if (!bridge.plan) throw new Error('Another program keeps changing the files: try again')
  for (const sentence of planSentences(bridge.plan)) log(sentence)
  log(bridge.isInStep ? 'The caster has read the files' : 'The caster may not have read the files yet: try again')
  return bridge.plan
}

/** Fails where `write` would. */
export async function dryRun(settings: Settings, log: Log): Promise<Plan> {
  const { folder, sessions } = settings
  const { service } = await prepare(settings, log)
  await readEverything(service)
  const found = await readFolder(folder)
  const plan = planOf({
    ...{ network: service.network!, sessions, theirs: operatorsLines(found), formerly: managedMountpoints(found) },
    served: service.credentials.served(Date.now()),
  })
  const texts = textsOf(plan, found)
  const files = FILES.filter((kind) => texts[kind] !== found[kind].text)
  for (const kind of files)
    await access(dirname(found[kind].path), constants.W_OK | constants.X_OK).catch(({ code }) => {
      throw new BkgFailure('folder', `${found[kind].path}: ${code}`)
    })
  for (const sentence of planSentences(plan)) log(sentence)
  log(files.length === 0 ? 'No file would change' : `Would write ${namesOf(files)}`)
  return plan
}
