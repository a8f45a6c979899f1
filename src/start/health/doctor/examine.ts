// Collects the facts and passes them to the checks. A check that cannot run is a finding too.
import { existsSync, statSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config, ConfigReport } from '../../../base/config/config.ts'
import { connectionsAllowed } from '../../../base/limits/connection-limit.ts'
import type { BackupHistory } from '../../../domain/operations/backups.ts'
import { sendTestMail } from '../../../outbound/mail/test-mail.ts'
import { MailError, saidOf } from '../../../outbound/mail/transport.ts'
import { readAlertSettings } from '../../../store/alerts/settings.ts'
import { listAudit } from '../../../store/audit/entries.ts'
import { CurrentReader } from '../../../store/current/current.ts'
import { readServerFacts } from '../../../store/kit/connections/server-facts.ts'
import { reasonOf } from '../../../store/kit/connections/unavailable.ts'
import { checkServer, type DatabasePool } from '../../../store/kit/database.ts'
import { readBackupHistory } from '../../../store/operations/backup/attempts.ts'
import { listKeyIds } from '../../../store/operations/encryption-keys.ts'
import { readLockWaits } from '../../../store/operations/lock-waits.ts'
import { listNodes } from '../../../store/operations/nodes/rows.ts'
import { backupFolder, folderTrouble, makesDailyBackups } from '../../backups/folder.ts'
import { connectionsOfMachine } from '../../processes/connections.ts'
import { LiveSettings } from '../../settings.ts'
import { version } from '../../version.ts'
import { type AddressFacts, addressesOf, addressFindings } from './address.ts'
import { certificateFindings } from './certificate.ts'
import { clockFindings, isClockKept } from './clock.ts'
import { databaseFindings, lockFindings } from './database.ts'
import { about, type Finding } from './finding.ts'
import { backupFinding, type DailyBackupFacts, dailyBackupFinding, keyFindings } from './keys-and-backups.ts'
import { type DiskFacts, diskFinding, filesFinding } from './machine.ts'
import { type Mailing, mailFinding } from './mail.ts'
import { natsFindings } from './nats.ts'
import { casterFindings, nodeFindings } from './nodes.ts'
import { type FoundKeys, findKeys, type OpenedForChecks, openForChecks } from './open-for-checks.ts'
import { type CheckedPort, checkedPorts, type PortState, portFinding, portState, reachable } from './ports.ts'
import { askCaster, fetchText, isAlive, isOurCaster, metricsAt } from './probes.ts'
import { settingsFindings } from './settings.ts'

/** Settings and state read from the database; defaults where it cannot be read. */
interface Known {
  readonly findings: readonly Finding[]
  readonly skewSeconds: number | null
  readonly limits: { readonly diskFreePercent: number; readonly certificateDays: number }
  readonly caster: { readonly host: string; readonly port: number }
  readonly mailing: Mailing
  readonly send: (to: string) => Promise<string>
}

/** Opens the database for checks; `null` if there is none yet. */
type Open = (config: Config) => Promise<OpenedForChecks | null>

export async function examine(
  report: ConfigReport,
  sendTo: string | undefined,
  open: Open = openForChecks,
): Promise<Finding[]> {
  const { config, problems } = report
  const known = problems.some((problem) => problem.startsWith('DATABASE_'))
    ? {
        ...unknown(config),
        findings: [
          about('database').fail(
            ['not checked', 'sin comprobar'],
            ['correct its settings first', 'corrija primero su configuración'],
          ),
        ],
      }
    : await askDatabase(config, open)
  const doors = checkedPorts(config).map(async (door) => ({ door, standing: await portState(door) }))
  const standings = await Promise.all(doors)
  const runs = (name: string) => standings.some(({ door, standing }) => door.name === name && standing === 'ours')
  const { send, caster } = known
  const asked: [string, Promise<Finding[]>][] = [
    ['clock', isClockKept().then((isKept) => clockFindings(known.skewSeconds, isKept))],
    ['files', Promise.resolve([filesFinding(connectionsAllowed())])],
    ['disk', diskOf(config.dataDir).then((facts) => [diskFinding(facts, known.limits.diskFreePercent)])],
    ['certificate', certificateOf(config, known)],
    ['address', pagesOf(config, runs('API')).then(addressFindings)],
    ['address', casterOf(caster.host, caster.port, runs('caster')).then(addressFindings)],
    ['mail', mailFinding(known.mailing, sendTo === undefined ? null : () => send(sendTo)).then((found) => [found])],
    ['nats', natsFindings(config)],
    ['archive', archiveOf(config)],
    ['nodes', castersOf(standings)],
  ]
  const rest = await Promise.all(asked.map(([check, found]) => found.catch((error) => [notLookedAt(check, error)])))
  return [
    ...settingsFindings(report),
    ...standings.map(({ door, standing }) => portFinding(door, standing)),
    ...known.findings,
    ...rest.flat(),
  ]
}

const notLookedAt = (check: string, error: unknown) =>
  about(check).fail(
    [`could not be checked: ${reasonOf(error)}`, `no se pudo comprobar: ${reasonOf(error)}`],
    ['fix this first', 'corrija esto primero'],
  )

const unknown = (config: Config): Known => ({
  findings: [],
  skewSeconds: null,
  limits: { diskFreePercent: 10, certificateDays: 14 },
  caster: { host: new URL(config.baseUrl).hostname, port: config.casterPort },
  mailing: { smtp: config.smtp, mailFrom: config.mailFrom ?? config.fallbackSender },
  async send() {
    throw new MailError(saidOf('not sent: the mail settings are in the database, which is unavailable'))
  },
})

async function askDatabase(config: Config, open: Open): Promise<Known> {
  const fail = (error: unknown): Known => {
    const todo = config.databaseUrl
      ? ([
          'start PostgreSQL, or correct DATABASE_URL (host, port, user, password, database)',
          'inicie PostgreSQL o corrija DATABASE_URL (servidor, puerto, usuario, contraseña, base de datos)',
        ] as const)
      : ([
          `check ${config.dataDir}: its owner, free disk space and postgres/server.log`,
          `revise ${config.dataDir}: su propietario, el espacio libre y postgres/server.log`,
        ] as const)
    return { ...unknown(config), findings: [about('database').fail(reasonOf(error), todo)] }
  }
  try {
    const looked = await open(config)
    if (looked === null)
      return {
        ...unknown(config),
        findings: [
          about('database').ok(['none yet; the first start creates it', 'aún no hay; el primer inicio la crea']),
        ],
      }
    return await examineDatabase(looked, config).catch(fail).finally(looked.close)
  } catch (error) {
    return fail(error)
  }
}

async function examineDatabase(looked: OpenedForChecks, config: Config): Promise<Known> {
  const { db } = looked
  await checkServer(db)
  const { skewSeconds } = db.clock
  const facts = { ...(await readServerFacts(db.pool, version)), isReadOnly: await looked.isReadOnly() }
  const isEmbedded = config.databaseUrl === null
  const found = findKeys(config)
  // Do not query tables that differ from this release's schema.
  if (facts.missing.length > 0) {
    const findings = [
      ...databaseFindings(facts, connectionsOfMachine(config), isEmbedded),
      ...keyFindings({ ...found, needed: [] }),
    ]
    return { ...unknown(config), skewSeconds, findings }
  }
  const locks = lockFindings(await readLockWaits(db)) // first, because the other reads may have to wait for such a lock
  const [nodes, needed, [backup], limits, history] = await Promise.all([
    listNodes(db),
    listKeyIds(db),
    listAudit(db, { action: 'database.backed_up', limit: 1 }),
    readAlertSettings(db),
    readBackupHistory(db),
  ])
  const machines = new Set(nodes.filter(({ alive }) => alive).map(({ machine }) => machine)).size
  const findings = [
    ...locks,
    ...databaseFindings(facts, Math.max(1, machines) * connectionsOfMachine(config), isEmbedded),
    ...nodeFindings(nodes, version, db.clock.now()),
    ...keyFindings({ ...found, needed }),
    dailyBackupFinding(dailyBackupFacts(config, history), db.clock.now()) ??
      backupFinding(backup?.at ?? null, isEmbedded, db.clock.now()),
  ]
  return { ...unknown(config), ...(await settingsIn(db, config, found)), skewSeconds, limits, findings }
}

function dailyBackupFacts({ dataDir, databaseUrl }: Config, history: BackupHistory): DailyBackupFacts {
  const folder = backupFolder(dataDir)
  const isHere = makesDailyBackups(dataDir)
  const isOnDiskOfData = isHere && databaseUrl === null && statSync(folder).dev === statSync(dataDir).dev
  return { folder, isHere, trouble: isHere ? folderTrouble(folder) : null, isOnDiskOfData, history }
}

/** Includes settings made in the console. The mail server's password there needs the encryption keys. */
async function settingsIn(db: DatabasePool, config: Config, { keys }: FoundKeys): Promise<Partial<Known>> {
  if (keys === null) return {}
  const { host, port } = unknown(config).caster
  const reader = new CurrentReader(db, { casterHost: host, casterPort: port })
  const live = new LiveSettings(config, { db, keys, reader, warn: () => {} })
  const { network } = (await live.current()).book
  const { smtp, mailFrom } = live.config
  return {
    caster: { host: network.casterHost, port: network.casterPort },
    mailing: { smtp, mailFrom },
    async send(to) {
      const { said, failure } = await sendTestMail(smtp!, mailFrom, network.name, live.brand, to)
      if (failure) throw new MailError(failure)
      return said!
    },
  }
}

/** If the folder does not exist yet, the disk that it will be on. */
async function diskOf(dataDir: string): Promise<DiskFacts> {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  return { path: dataDir, freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** Empty if the service does not run here. */
async function castersOf(standings: readonly { door: CheckedPort; standing: PortState }[]): Promise<Finding[]> {
  const metrics = standings.find(({ door, standing }) => door.name === 'metrics' && standing === 'ours')
  return metrics ? casterFindings(await metricsAt(reachable(metrics.door.host), metrics.door.port)) : []
}

/** Loads the client for buckets only if there is one. */
async function archiveOf(config: Config): Promise<Finding[]> {
  return config.archiveBucket === null ? [] : (await import('./archive.ts')).archiveFindings(config)
}

async function certificateOf({ casterTls, roles }: Config, { caster, limits }: Known): Promise<Finding[]> {
  if (casterTls === null || !roles.includes('caster')) return []
  const { certFile, keyFile } = casterTls
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  const daysBefore = limits.certificateDays
  return certificateFindings({ certFile, keyFile, cert, key, host: caster.host, daysBefore, now: new Date() })
}

async function pagesOf({ baseUrl }: Config, runs: boolean): Promise<AddressFacts> {
  const { hostname, protocol } = new URL(baseUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const answer = runs ? await answerOf(fetchText(`${baseUrl}/livez`).then(isAlive)) : null
  const addresses = await addressesOf(host)
  return { name: baseUrl, host, isEncrypted: protocol === 'https:', setting: 'BASE_URL', addresses, answer }
}

async function casterOf(host: string, port: number, runs: boolean): Promise<AddressFacts> {
  const answer = runs ? await answerOf(askCaster(host, port).then(isOurCaster)) : null
  const setting = 'caster-host (vertice network set caster-host=…)'
  const addresses = await addressesOf(host)
  // NTRIP is unencrypted by design, so this is not reported.
  return { name: `caster ${host}:${port}`, host, isEncrypted: true, setting, addresses, answer }
}

const answerOf = (asked: Promise<boolean>): Promise<AddressFacts['answer']> =>
  asked.then(
    (isOurs) => (isOurs ? 'ours' : 'another'),
    (error) => ({ failed: reasonOf(error.cause ?? error) }),
  )
