import type { Station } from '../../domain/stations/station.ts'
import { insertStoredSegments, type StoredSegment } from '../../store/archive/recording.ts'
import { type ActionContext, record } from '../context.ts'

export interface ImportedFile {
  readonly station: Pick<Station, 'id' | 'code'>
  /** Name of the operator's file. */
  readonly file: string
  readonly segments: readonly StoredSegment[]
}

/** Adds imported segments to the index. Their files are in the storage already. */
export async function addImported(context: ActionContext, { station, file, segments }: ImportedFile): Promise<void> {
  await context.db.transaction(async (tx) => {
    await insertStoredSegments(tx, segments, context.now)
    await record(tx, context, {
      action: 'archive.imported',
      subject: { kind: 'station', id: station.id },
      details: { code: station.code, file, epochs: segments.reduce((sum, { epochs }) => sum + epochs, 0) },
    })
  })
}
