// Reports every minute the free space of the data disk, the expiry of the caster's certificate and the failing
// background jobs. Alerts are derived from these rows by a worker, which can run on another machine.
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

/** Values that cannot be read are not reported; the component that needs them logs the problem. */
export function machineReader({ dataDir, databaseUrl, casterTls, roles }: Watched): () => Promise<Report[]> {
  const certificate = roles.includes('caster') ? casterTls : null
  const readEnd = certificate && endOfCertificate(certificate)
  return async () => {
    const reports: Report[] = []
    // The disk matters only if the database is on it; the disk of another server is not visible from here.
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

/** Expiry of the file's first certificate, or of the previous one while the files are invalid (secure-server.ts). */
function endOfCertificate({ certFile, keyFile }: NonNullable<Config['casterTls']>): () => Promise<string | null> {
  let endsAt: string | null = null
  return async () => {
    try {
      const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
      createSecureContext({ cert, key, ca: [] }) // throws if the key does not match
      endsAt = new Date(new X509Certificate(cert).validTo).toISOString()
    } catch {
      // The caster logs the reason.
    }
    return endsAt
  }
}

/** `machine` reads the machine's values, `failing` the failing jobs. Returns a function that stops. */
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
