// Converts reports of the operator's machines (disk, certificate, failing job) to alert conditions.
import { keptFreeBytes } from '../archive/recorded.ts'
import { type Attention, attention } from '../network/overview/attention.ts'
import { DAY_MS } from '../time/units.ts'
import type { AlertSettings } from './settings.ts'

export type MachineReport = { readonly machine: string; readonly path: string } & (
  | { readonly kind: 'disk'; readonly figures: { readonly freeBytes: number; readonly totalBytes: number } }
  | { readonly kind: 'certificate'; readonly figures: { readonly endsAt: string } }
  /** The disk on which the archive is recorded; `path` is its folder. */
  | {
      readonly kind: 'recording'
      readonly figures: { readonly freeBytes: number; readonly totalBytes: number; readonly isPaused: boolean }
    }
  /** A background job that keeps failing; `path` is the name of the job. */
  | { readonly kind: 'job'; readonly figures: { readonly since: string } }
)

export type MachineLimits = Pick<AlertSettings, 'diskFreePercent' | 'certificateDays'>

/** Returns `null` if the report is within the limits. */
export function machineAttention(
  report: MachineReport,
  { diskFreePercent, certificateDays }: MachineLimits,
  now: Date,
): Attention | null {
  const name = `${report.machine}:${report.path}`
  if (report.kind === 'disk') {
    const { freeBytes, totalBytes } = report.figures
    if (totalBytes === 0 || (100 * freeBytes) / totalBytes >= diskFreePercent) return null
    return attention('disk_full', { name, params: { freeBytes, totalBytes, leastPercent: diskFreePercent } })
  }
  if (report.kind === 'recording') {
    const { freeBytes, totalBytes, isPaused } = report.figures
    if (!isPaused) return null
    return attention('recording_paused', { name, params: { freeBytes, leastBytes: keptFreeBytes({ totalBytes }) } })
  }
  if (report.kind === 'job') return attention('job_failing', { name, since: new Date(report.figures.since) })
  const { endsAt } = report.figures
  if (Date.parse(endsAt) - now.getTime() >= certificateDays * DAY_MS) return null
  return attention('certificate_ending', { name, params: { endsAt } })
}
