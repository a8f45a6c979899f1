// Makes the files of a RINEX job in a process of its own; prints its CPU time, that of gzip, and its largest memory.
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { makeRinex, type RinexJob } from '../../src/archive/rinex/make.ts'
import { GZIP_LEVEL } from '../../src/archive/rinex/output.ts'
import { FolderStorage } from '../../src/archive/storage/folder.ts'

export interface Made {
  readonly cpuMs: number
  /** The part of gzip in `cpuMs`, measured by compressing the observation file again; 0 unless it was asked for. */
  readonly gzipMs: number
  readonly megabytes: number
  /** Pages of mapped files, nearly all of Node itself: the service shares them. `null` if the system is not Linux. */
  readonly programMegabytes: number | null
  readonly epochs: number
}

const dates = (key: string, value: unknown) =>
  ['from', 'to', 'writtenAt', 'firstEpoch', 'lastEpoch', 'hour'].includes(key) ? new Date(value as string) : value

const { archive, job, withGzip }: { archive: string; job: RinexJob; withGzip: boolean } = JSON.parse(
  await text(process.stdin),
  dates,
)
const outcome = await makeRinex({ storage: new FolderStorage(archive), folder: archive }, job)
if ('failure' in outcome) throw new Error(outcome.failure)
const cpuMs = usedMs()
const megabytes = statusMegabytes('VmHWM') ?? process.resourceUsage().maxRSS / 1_024
const programMegabytes = statusMegabytes('RssFile')
const gzipMs = withGzip ? await gzip(join(job.folder, outcome.files[0]!.name)) : 0
console.log(JSON.stringify({ cpuMs, gzipMs, megabytes, programMegabytes, epochs: outcome.epochs } satisfies Made))

function usedMs(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  return (userCPUTime + systemCPUTime) / 1_000
}

/** Not only `maxRSS`, which includes the memory of the process that started this one. */
function statusMegabytes(field: 'VmHWM' | 'RssFile'): number | null {
  try {
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1_024
  } catch {
    return null // not Linux
  }
}

async function gzip(file: string): Promise<number> {
  const plain = `${file}.txt`
  await pipeline(createReadStream(file), createGunzip(), createWriteStream(plain))
  const fromMs = usedMs()
  const nowhere = new Writable({ write: (_, __, done) => done() })
  await pipeline(createReadStream(plain), createGzip({ level: GZIP_LEVEL }), nowhere)
  return usedMs() - fromMs
}
