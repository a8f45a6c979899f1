// Imports stations from a file (CSV, JSON or a sourcetable): preview, then all or nothing. The browser sends the raw
// file, so that the server can explain what it cannot read.
import type { Static } from 'typebox'
import { importStations } from '../../../actions/stations/import.ts'
import { ruleErrors } from '../../../actions/stations/write.ts'
import { inTurns, mapInTurns } from '../../../base/running/turns.ts'
import type { App } from '../../../base/serving/app.ts'
import type { FieldFault } from '../../../domain/codes/fault.ts'
import { Refusal, unreadable } from '../../../domain/codes/refusal.ts'
import type { StationInput } from '../../../domain/stations/input.ts'
import type { Station } from '../../../domain/stations/station.ts'
import { MOST_ERRORS } from '../../../wire/problems/problem.ts'
import { readStationFile, type StationFile, stationFieldName } from '../../../wire/stations/file.ts'
import type { ImportRow } from '../contract/stations/stations.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const access = 'network.change'
const MOST_IMPORTED = 5_000
/** After this many errors, only the first error of each line is reported. */
const MOST_TOLD = 1_000

export function stationImportRoutes(parent: App, { current }: ConsoleServices, gate: Gate): void {
  parent.register(async (inner) => {
    const app = inner as App
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    serve(app, 'POST /stations/import/preview', access, async ({ body }) => {
      const { entries, skipped } = await readFile(body)
      const { book } = await current()
      const inputs = entries.map(({ input }) => input)
      const errors = await inTurns(
        ruleErrors(
          inputs,
          unreadableIn(entries),
          book.byCode,
          book.networks.map(({ name }) => name),
          book.mountpoints,
        ),
      )
      const errorsOf = Map.groupBy(errors, ({ path: [index] }) => index)
      let told = 0
      const rows = await mapInTurns(entries, ({ where, input }, index): Static<typeof ImportRow> => {
        const known = book.byCode.get(input.code.toLowerCase())
        const own = (errorsOf.get(index) ?? []).slice(0, told < MOST_TOLD ? undefined : 1)
        told += own.length
        return {
          where,
          code: input.code,
          name: input.name ?? known?.name ?? null,
          lat: input.lat ?? known?.lat ?? null,
          lng: input.lng ?? known?.lng ?? null,
          outcome: own.length > 0 ? 'error' : outcomeOf(input, known),
          changes: own.length > 0 || !known ? [] : changesOf(input, known),
          errors: own.map(namedInFile),
        }
      })
      return { rows, skipped, valid: errors.length === 0 }
    })

    serve(app, 'POST /stations/import', access, async (request) => {
      const { entries } = await readFile(request.body)
      try {
        const inputs = entries.map(({ input }) => input)
        return await importStations(gate.context(request), inputs, unreadableIn(entries))
      } catch (error) {
        // The preview showed these errors, or another user changed a station in the meantime.
        if (!(error instanceof Refusal) || error.fields.length === 0) throw error
        const { fields } = error
        const told = fields.slice(0, MOST_ERRORS).map(inFile)
        throw new Refusal('file_not_readable', {}, told, fields.length - told.length)
      }
    })
  })
}

async function readFile(body: unknown): Promise<StationFile> {
  if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
  return inTurns(readStationFile(body, MOST_IMPORTED))
}

const unreadableIn = (entries: StationFile['entries']): FieldFault[] =>
  entries.flatMap(({ errors }, index) => errors.map((error) => ({ ...error, path: [index, ...error.path] })))

/** With the field names of the file. */
const namedInFile = ({ path: [, field], code, params }: FieldFault) => ({
  field: field === undefined ? null : stationFieldName(field),
  code,
  params,
})

/** Counts entries from 1, and uses the field names of the file. */
const inFile = (found: FieldFault): FieldFault => {
  const [index, ...rest] = found.path
  return { ...found, path: [Number(index) + 1, ...rest.map(stationFieldName)] }
}

function outcomeOf(input: StationInput, known: Station | undefined): 'new' | 'restored' | 'changed' | 'same' {
  if (!known) return 'new'
  if (known.archived) return 'restored'
  return changesOf(input, known).length > 0 ? 'changed' : 'same'
}

function changesOf(input: StationInput, known: Station) {
  const { code: _, ...wanted } = input
  return Object.entries(wanted).flatMap(([field, to]) => {
    const from = known[field as keyof typeof wanted]
    return to === undefined || to === from ? [] : [{ field: stationFieldName(field), from: from ?? null, to }]
  })
}
