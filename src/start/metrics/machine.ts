// Metrics of the machine: free space of the data disk, and expiry of certificates.
import type { Registry } from 'prom-client'
import type { Report } from '../health/machine-reports.ts'
import { registerScraped } from './scraped.ts'

export function watchMachine(registry: Registry, read: () => Promise<readonly Report[]>): void {
  const gauge = (name: string, help: string, value: (report: Report) => number | null) =>
    registerScraped(registry, { name, help, type: 'gauge', aggregator: 'max' }, async () =>
      (await read()).flatMap((report) => {
        const known = value(report)
        return known === null ? [] : [[{ path: report.path }, known] as const]
      }),
    )
  gauge(
    'vertice_disk_free_bytes',
    'Room on the disk of the data directory, if the embedded database is there.',
    ({ kind, figures }) => (kind === 'disk' ? figures.freeBytes : null),
  )
  gauge(
    'vertice_disk_size_bytes',
    'Size of the disk of the data directory, if the embedded database is there.',
    ({ kind, figures }) => (kind === 'disk' ? figures.totalBytes : null),
  )
  gauge(
    'vertice_certificate_not_after_timestamp_seconds',
    'Until when the certificate that devices are shown is good, by its file.',
    ({ kind, figures }) => (kind === 'certificate' ? Date.parse(figures.endsAt) / 1000 : null),
  )
}
