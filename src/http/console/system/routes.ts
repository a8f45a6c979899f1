// State of the service: versions, queues, database, disk usage, nodes.
import { statfs } from 'node:fs/promises'
import { drainNode } from '../../../actions/operations/nodes/drain.ts'
import { sharedReading } from '../../../base/running/shared-reading.ts'
import type { App } from '../../../base/serving/app.ts'
import { type BackupHistory, backupState, overdueBackup } from '../../../domain/operations/backups.ts'
import { nodeState } from '../../../domain/operations/node-state.ts'
import { DEFAULT_BACKUPS_KEPT } from '../../../domain/operations/settings.ts'
import { oneLine } from '../../../domain/text/plain-text.ts'
import { readOperatorSettings } from '../../../store/network/operator-settings.ts'
import { readBackupHistory } from '../../../store/operations/backup/attempts.ts'
import { listClockSkews } from '../../../store/operations/clock-skews.ts'
import { listNodes } from '../../../store/operations/nodes/rows.ts'
import { listTableSizes, MOST_COUNTED, readQueues, readSystemFigures } from '../../../store/operations/system.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

/** Checks open connections to mail servers and others, so all users share their results for this long. */
const CHECKED_MS = 15_000

export function systemRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, clock, version, dataDir } = services
  const examine = sharedReading(CHECKED_MS, async () => ({
    findings: [...((await services.doctor?.()) ?? [])],
    at: clock(),
  }))
  serve(app, 'GET /system/doctor', 'system.read', () => examine())

  serve(app, 'GET /system', 'system.read', async () => {
    const now = clock()
    const asked = performance.now()
    const figures = await readSystemFigures(db)
    const answeredMs = performance.now() - asked
    const [queues, tables, nodes, clocks, backups, { backupKeep }] = await Promise.all([
      readQueues(db, now),
      listTableSizes(db),
      listNodes(db),
      listClockSkews(db),
      readBackupHistory(db),
      readOperatorSettings(db),
    ])
    return {
      process: {
        version,
        node: process.versions.node,
        startedAt: new Date(now.getTime() - process.uptime() * 1000),
        memoryBytes: process.memoryUsage.rss(),
        platform: `${process.platform} ${process.arch}`,
      },
      database: { ...figures, embedded: dataDir !== null, answeredMs, tables },
      disk: dataDir === null ? null : await diskOf(dataDir),
      backups: { ...backupsAnswer(backups, now), kept: backupKeep ?? DEFAULT_BACKUPS_KEPT },
      queues,
      mostCounted: MOST_COUNTED,
      nodes: nodes.map(({ alive, ...node }) => ({ ...node, state: nodeState({ alive, ...node }) })),
      clocks,
    }
  })

  // The page shows the id to the user, who can pass it on to find the log entry.
  serve(app, 'POST /failures', 'account', async ({ body, signedIn, log, id: reqId }) => {
    const { id, page, message, stack } = body
    log.error(
      { failure: id, reqId, user: signedIn.user.id, page: oneLine(page), message: oneLine(message), stack },
      'A console page failed in a browser',
    )
    return {}
  })

  serve(app, 'POST /system/nodes/drain', 'settings.change', async (request) => {
    await drainNode(gate.context(request), request.body.name)
    return {}
  })
}

function backupsAnswer(history: BackupHistory, now: Date) {
  const { newest, last } = history
  return {
    newest: newest && { at: newest.startedAt, bytes: newest.bytes, machine: newest.machine, file: newest.file },
    last: last && { at: last.startedAt, state: backupState(last), failure: last.failure },
    isOverdue: overdueBackup(history, now) !== null,
  }
}

async function diskOf(path: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return null
  }
}
