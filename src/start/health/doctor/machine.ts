// Checks the machine: free disk space and the limit of open files.
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('disk')
const MB = 1024 ** 2
/** With less, PostgreSQL soon cannot write. */
const LEAST_BYTES = 200 * MB
const FREE = [
  'free disk space, move DATA_DIR to a larger disk, or shorten RETENTION',
  'libere espacio, mueva DATA_DIR a un disco mayor o acorte RETENTION',
] as const

export interface DiskFacts {
  readonly path: string
  readonly freeBytes: number
  readonly totalBytes: number
}

export function diskFinding({ path, freeBytes, totalBytes }: DiskFacts, leastPercent: number): Finding {
  const percent = (100 * freeBytes) / Math.max(1, totalBytes)
  const [free, total] = [amount(freeBytes), amount(totalBytes)]
  const what = [
    `${path}: ${free} free of ${total} (${percent.toFixed(0)} %)`,
    `${path}: ${free} libres de ${total} (${percent.toFixed(0)} %)`,
  ] as const
  if (freeBytes < LEAST_BYTES) return fail(what, FREE)
  return percent < leastPercent ? warn(what, FREE) : ok(what)
}

const amount = (bytes: number) =>
  bytes < 1024 * MB ? `${Math.round(bytes / MB)} MB` : `${(bytes / MB / 1024).toFixed(1)} GB`

const files = about('files')
/** 4,096 files, minus those that a process needs for itself. */
const FEW_CONNECTIONS = 3_840

/** `connections`: how many connections a process can serve under this shell's limit of open files. */
export function filesFinding(connections: number): Finding {
  if (connections === Number.POSITIVE_INFINITY)
    return files.ok(['the limit of open files is unknown', 'se desconoce el límite de archivos abiertos'])
  const what = [
    `the limit of open files allows ${connections} connections`,
    `el límite de archivos abiertos permite ${connections} conexiones`,
  ] as const
  return connections < FEW_CONNECTIONS
    ? files.warn(what, [
        'raise it where the service is started: "ulimit -n 65536" in a shell, LimitNOFILE= in a systemd unit',
        'auméntelo donde inicia el servicio: «ulimit -n 65536» en una terminal, LimitNOFILE= en una unidad de systemd',
      ])
    : files.ok(what)
}
