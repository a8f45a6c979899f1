import type { FieldFault } from '../../domain/codes/fault.ts'
import type { StationInput } from '../../domain/stations/input.ts'
import { type ActionContext, record } from '../context.ts'
import { writeStations } from './write.ts'

export interface ImportedStations {
  readonly created: number
  readonly updated: number
}

/** Saves many stations by code, all or nothing. `found`: faults that the file parser already found. */
export function importStations(
  context: ActionContext,
  inputs: readonly StationInput[],
  found: readonly FieldFault[] = [],
): Promise<ImportedStations> {
  return context.db.transaction(async (tx) => {
    const written = await writeStations(tx, inputs, context.now, found)
    const created = written.filter(({ known }) => !known).length
    const imported = { created, updated: written.length - created }
    const codes = inputs.map(({ code }) => code)
    await record(tx, context, { action: 'stations.imported', details: { ...imported, codes } })
    return imported
  })
}
