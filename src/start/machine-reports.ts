// Says every minute how full the disk of the data is, until when the caster's certificate is good, and which background jobs keep failing. Alerts are
// made of it elsewhere: a worker may run on another machine.
import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import type { MachineReport } from '../domain/alerts/machine.ts'
import { wakeableLoop } from '../running/wakeable-loop.ts'
import { noteReports } from '../store/alerts/machines.ts'
import type { DatabasePool } from '../store/kit/database.ts'
import type { FailingJob } from './metrics/jobs.ts'

const EVERY_MS = 60_000

export type Report = MachineReport extends infer One
  ? One extends MachineReport
    ? Omit<One, 'machine'>
    : never
  : never
type Watched = Pick<Config, 'dataDir' | 'databaseUrl' | 'casterTls' | 'roles'>

/** What cannot be read is not reported: whoever needs it says so. */
export async function readMachine({ dataDir, casterTls, roles }: Watched): Promise<Report[]> {
  const reports: Report[] = []
  const found = await statfs(dataDir).catch(() => null)
  if (found) {
    const { bavail, blocks, bsize } = found
    reports.push({ kind: 'disk', path: dataDir, figures: { freeBytes: bavail * bsize, totalBytes: blocks * bsize } })
  }
  if (casterTls !== null && roles.includes('caster')) {
    const endsAt = await endOf(casterTls.certFile).catch(() => null)
    if (endsAt) reports.push({ kind: 'certificate', path: casterTls.certFile, figures: { endsAt } })
  }
  return reports
}

/** Of the first certificate of a PEM file, which is the one that devices are shown. */
async function endOf(file: string): Promise<string> {
  return new Date(new X509Certificate(await readFile(file)).validTo).toISOString()
}

/** `failing`: which jobs are. Returns how to stop. */
export function startReporting(
  db: DatabasePool,
  config: Watched,
  failing: () => readonly FailingJob[],
  warn: (error: unknown) => void,
): () => Promise<void> {
  const look = async () => {
    const jobs = failing().map(({ name, since }) => ({
      kind: 'job' as const,
      path: name,
      figures: { since: since.toISOString() },
    }))
    // The disk matters to people where the database is on it; another server's we cannot see.
    const ours = (await readMachine(config)).filter(({ kind }) => kind !== 'disk' || config.databaseUrl === null)
    const reports = [...ours, ...jobs]
    if (reports.length > 0) await noteReports(db, hostname(), reports)
  }
  return wakeableLoop(look, { everyMs: EVERY_MS, warn }).stop
}
