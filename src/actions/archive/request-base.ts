// Accepts the file of a base in parts. A worker computes the position when the last part has arrived.
import { randomCode } from '../../base/secrets.ts'
import { type BaseRun, MOST_PENDING_BASES, partBytes, partsOf } from '../../domain/archive/integrity/base-run.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal, unreadable } from '../../domain/codes/refusal.ts'
import { GrowingIds } from '../../domain/webhooks/events.ts'
import { addBasePart, countOpenBaseRuns, findBaseRun, insertBaseRun } from '../../store/archive/base-runs.ts'
import { type ActionContext, record } from '../context.ts'

const runIds = new GrowingIds('bas', randomCode)

export function requestBase(context: ActionContext, file: Pick<BaseRun, 'fileName' | 'bytes'>): Promise<BaseRun> {
  const { now, by } = context
  return context.db.transaction(async (tx) => {
    if ((await countOpenBaseRuns(tx)) >= MOST_PENDING_BASES)
      throw new Refusal('runs_limit_reached', { most: MOST_PENDING_BASES })
    const run = await insertBaseRun(tx, { ...file, id: runIds.next(now), userId: by.userId, createdAt: now })
    await record(tx, context, { action: 'base.requested', details: { file: file.fileName, bytes: file.bytes } })
    return run
  })
}

/** Stores a part of the file in the archive. */
export type StorePart = (run: Pick<BaseRun, 'id'>, part: number, content: Buffer) => Promise<void>

/** Parts arrive in order. `part`: from 0 on; callers of the service count from 1. */
export async function receiveBasePart(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  { id, part, content }: { readonly id: string; readonly part: number; readonly content: Buffer },
  store: StorePart,
): Promise<BaseRun> {
  const run = await findBaseRun(db, id)
  if (run?.state !== 'uploading') throw new Refusal('base_not_found')
  if (part !== run.parts) throw invalid(wrong(['part'], 'not_one_of', { choices: [run.parts + 1] }))
  if (content.length !== partBytes(run, part)) throw unreadable('file_not_sent')
  await store(run, part, content)
  const received = await addBasePart(db, run, part + 1 === partsOf(run), now)
  if (!received) throw new Refusal('base_not_found')
  return received
}
