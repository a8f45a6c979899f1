// Checks what must not be lost: the encryption keys and a recent backup.

import type { KeyRing } from '../../../base/secrets.ts'
import { type BackupFailure, type BackupHistory, overdueBackup } from '../../../domain/operations/backups.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import { backupFailureText } from '../../../words/backups.ts'
import { en } from '../../../words/en.ts'
import { es } from '../../../words/es.ts'
import { about, type Finding } from './finding.ts'

const MOST_DAYS = 7

export interface KeyFacts {
  /** Location of the keys: ENCRYPTION_KEYS, or a file. */
  readonly place: string
  readonly keys: Pick<KeyRing, 'knows'> | null
  readonly trouble: string | null
  /** Ids of the keys that rows are encrypted with. */
  readonly needed: readonly string[]
}

export function keyFindings({ place, keys, trouble, needed }: KeyFacts): Finding[] {
  const { ok, fail } = about('keys')
  if (trouble !== null)
    return [
      fail(`${place}: ${trouble}`, [
        'restore the key that the data was encrypted with',
        'restaure la clave con la que se cifraron los datos',
      ]),
    ]
  if (keys === null)
    return needed.length === 0
      ? [ok(['none yet; the first start creates it', 'aún no hay; el primer inicio la crea'])]
      : [
          fail(
            [
              `${place} is missing, and the data needs key ${needed.join(', ')}`,
              `falta ${place}, y los datos necesitan la clave ${needed.join(', ')}`,
            ],
            ['restore it from a backup', 'restáurela de un respaldo'],
          ),
        ]
  const missing = needed.filter((id) => !keys.knows(id))
  if (missing.length > 0)
    return [
      fail(
        [
          `the data needs key ${missing.join(', ')}, which is not in ${place}`,
          `los datos necesitan la clave ${missing.join(', ')}, que no está en ${place}`,
        ],
        ['add it after the other keys', 'agréguela después de las otras claves'],
      ),
    ]
  return [
    ok([
      `${place} contains every key in use (${needed.join(', ') || 'none'})`,
      `${place} contiene todas las claves en uso (${needed.join(', ') || 'ninguna'})`,
    ]),
  ]
}

export interface DailyBackupFacts {
  readonly folder: string
  /** Whether this machine has the folder, and so makes daily backups. */
  readonly isHere: boolean
  /** Why nothing can be written to the folder; `null` if it can. */
  readonly trouble: BackupFailure | null
  readonly isOnDiskOfData: boolean
  readonly history: BackupHistory
}

/** Returns `null` if no machine makes daily backups. */
export function dailyBackupFinding(facts: DailyBackupFacts, now: Date): Finding | null {
  const { folder, isHere, trouble, isOnDiskOfData, history } = facts
  const { ok, warn, fail } = about('backup')
  if (isHere && trouble)
    return fail(
      [`${folder}: ${backupFailureText(en, trouble)}`, `${folder}: ${backupFailureText(es, trouble)}`],
      [
        'give the user of the service write access, or mount the disk',
        'dé permiso de escritura al usuario del servicio o monte el disco',
      ],
    )
  const overdue = overdueBackup(history, now)
  if (overdue) {
    const { newestAt, failure } = overdue
    const why = failure ? `; the last attempt failed: ${backupFailureText(en, failure)}` : ''
    const whyEs = failure ? `; el último intento falló: ${backupFailureText(es, failure)}` : ''
    return fail(
      newestAt === null
        ? [`there is no daily backup${why}`, `no hay respaldo diario${whyEs}`]
        : [
            `the latest daily backup is from ${newestAt.toISOString()}${why}`,
            `el respaldo diario más reciente es del ${newestAt.toISOString()}${whyEs}`,
          ],
      [
        'see docs/runbook.md#verticebackuptooold; "vertice backup" makes one now',
        'vea docs/es/runbook.md#verticebackuptooold; «vertice backup» hace uno ahora',
      ],
    )
  }
  if (history.newest === null)
    return isHere
      ? ok([
          `daily backups go to ${folder}; the first one is due`,
          `los respaldos diarios van a ${folder}; falta el primero`,
        ])
      : null
  const { startedAt, bytes, machine, file } = history.newest
  const what = `the latest daily backup is from ${startedAt.toISOString()} (${machine}: ${file}, ${bytes} bytes)`
  const whatEs = `el respaldo diario más reciente es del ${startedAt.toISOString()} (${machine}: ${file}, ${bytes} bytes)`
  return isOnDiskOfData
    ? warn(
        [`${what}, on the same disk as the data`, `${whatEs}, en el mismo disco que los datos`],
        [
          `copy the backups to another machine, or mount another disk at ${folder}`,
          `copie los respaldos a otro equipo o monte otro disco en ${folder}`,
        ],
      )
    : ok([what, whatEs])
}

/** `at` is the time of the last "vertice backup". */
export function backupFinding(at: Date | null, isEmbedded: boolean, now: Date): Finding {
  const { ok, warn } = about('backup')
  const elsewhere = isEmbedded ? '' : ', unless you back up PostgreSQL by other means'
  const elsewhereEs = isEmbedded ? '' : ', salvo que respalde PostgreSQL de otra manera'
  const todo = [
    `enable daily backups: create the folder "backups" in DATA_DIR (docs/operations/backup.md)${elsewhere}`,
    `active los respaldos diarios: cree la carpeta «backups» en DATA_DIR (docs/es/operations/backup.md)${elsewhereEs}`,
  ] as const
  if (at === null)
    return warn(['there is no backup of this database', 'no hay ningún respaldo de esta base de datos'], todo)
  const days = Math.floor((now.getTime() - at.getTime()) / DAY_MS)
  const what = [
    `the last backup was made ${days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} ago`}`,
    `el último respaldo se hizo ${days === 0 ? 'hoy' : `hace ${days} ${days === 1 ? 'día' : 'días'}`}`,
  ] as const
  return days > MOST_DAYS ? warn(what, todo) : ok(what)
}
