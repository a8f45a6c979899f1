// Says every minute how full the disk of the data is, until when the caster's certificate is good, and which background jobs keep failing. Alerts are
// made of it elsewhere: a worker may run on another machine.
import { X509Certificate } from 'node:crypto'
import { readFile, statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createSecureContext } from 'node:tls'
import type { Config } from '../../base/config/config.ts'
import { wakeableLoop } from '../../base/running/wakeable-loop.ts'
import type { MachineReport } from '../../domain/alerts/machine.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { noteReports } from '../../store/alerts/machines.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import type { FailingJob } from '../metrics/jobs.ts'

const EVERY_MS = MINUTE_MS

export type Report = MachineReport extends infer One
  ? One extends MachineReport
    ? Omit<One, 'machine'>
    : never
  : never
type Watched = Pick<Config, 'dataDir' | 'databaseUrl' | 'casterTls' | 'roles'>

/** What cannot be read is not reported: whoever needs it says so. */
export function machineReader({ dataDir, databaseUrl, casterTls, roles }: Watched): () => Promise<Report[]> {
  const certificate = roles.includes('caster') ? casterTls : null
  const readEnd = certificate && endOfCertificate(certificate)
  return async () => {
    const reports: Report[] = []
    // The disk matters to people where the database is on it; another server's we cannot see.
    const disk = databaseUrl === null ? await statfs(dataDir).catch(() => null) : null
    if (disk) {
      const { bavail, blocks, bsize } = disk
      reports.push({ kind: 'disk', path: dataDir, figures: { freeBytes: bavail * bsize, totalBytes: blocks * bsize } })
    }
    const endsAt = await readEnd?.()
    if (certificate && endsAt) reports.push({ kind: 'certificate', path: certificate.certFile, figures: { endsAt } })
    return reports
  }
}

/** Of what devices are shown: the first certificate of the file, or the one from before while the files cannot be used: the caster keeps that (secure-server.ts). */
function endOfCertificate({ certFile, keyFile }: NonNullable<Config['casterTls']>): () => Promise<string | null> {
  let endsAt: string | null = null
  return async () => {
    try {
      const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
      createSecureContext({ cert, key, ca: [] }) // throws if the key is not its own
      endsAt = new Date(new X509Certificate(cert).validTo).toISOString()
    } catch {
      // The caster's log says why.
    }
    return endsAt
  }
}

/** `machine`: what it has; `failing`: which jobs are. Returns how to stop. */
export function startReporting(
  db: DatabasePool,
  machine: () => Promise<readonly Report[]>,
  failing: () => readonly FailingJob[],
  warn: (error: unknown) => void,
): () => Promise<void> {
  const check = async () => {
    const jobs = failing().map(({ name, since }) => ({
      kind: 'job' as const,
      path: name,
      figures: { since: since.toISOString() },
    }))
    const reports = [...(await machine()), ...jobs]
    if (reports.length > 0) await noteReports(db, hostname(), reports)
  }
  return wakeableLoop(check, { everyMs: EVERY_MS, warn }).stop
}
