// Makes the files of a RINEX job in a process of its own; prints its CPU time and its largest memory.
import { text } from 'node:stream/consumers'
import { makeRinex, type RinexJob } from '../../src/archive/rinex/make.ts'
import { FolderStorage } from '../../src/archive/storage/folder.ts'

export interface Made {
  readonly cpuMs: number
  readonly megabytes: number
  readonly epochs: number
}

const dates = (key: string, value: unknown) =>
  ['from', 'to', 'writtenAt', 'firstEpoch', 'lastEpoch', 'hour'].includes(key) ? new Date(value as string) : value

const { archive, job }: { archive: string; job: RinexJob } = JSON.parse(await text(process.stdin), dates)
const outcome = await makeRinex({ storage: new FolderStorage(archive), folder: archive }, job)
if ('failure' in outcome) throw new Error(outcome.failure)
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
const made: Made = {
  cpuMs: (userCPUTime + systemCPUTime) / 1000,
  megabytes: maxRSS / 1024,
  epochs: outcome.epochs,
}
console.log(JSON.stringify(made))
