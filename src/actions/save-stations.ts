// Registers stations or updates them by code: all or nothing.
import { type FieldError, Refusal } from '../domain/errors.ts'
import type { Station } from '../domain/station.ts'
import { missingInNewStation, type StationInput, stationErrors } from '../domain/station-input.ts'
import { statusAt } from '../domain/station-status.ts'
import type { Database } from '../store/database.ts'
import { readNetwork } from '../store/network.ts'
import { insertStation, insertStatusChange, listStations, lockStations, updateStation } from '../store/stations.ts'

export interface SavedStations {
  readonly created: number
  readonly updated: number
}

/** The errors' paths start with the position in `inputs`. */
export function saveStations(db: Database, inputs: readonly StationInput[], now: Date): Promise<SavedStations> {
  return db.transaction(async (tx) => {
    await lockStations(tx)
    const existing = new Map((await listStations(tx)).map((station) => [station.code.toLowerCase(), station]))
    const { mountpoint: networkMountpoint } = await readNetwork(tx)
    const errors = [
      ...inputs.flatMap((input, index) => inputErrors(input, existing).map((error) => at(index, error))),
      ...doublets(inputs, existing, networkMountpoint),
    ]
    if (errors.length > 0)
      throw new Refusal('invalid_request', 'Nothing was saved: some stations break a rule.', errors)

    for (const input of inputs) await saveOne(tx, input, existing.get(input.code.toLowerCase()), now)
    const updated = inputs.filter((input) => existing.has(input.code.toLowerCase())).length
    return { created: inputs.length - updated, updated }
  })
}

const at = (index: number, error: FieldError): FieldError => ({ ...error, path: [index, ...error.path] })

function inputErrors(input: StationInput, existing: ReadonlyMap<string, Station>): FieldError[] {
  const missing = existing.has(input.code.toLowerCase()) ? [] : missingInNewStation(input)
  return [...stationErrors(input), ...missing]
}

/** A code twice in the list, or a mountpoint that another active station or the network has. */
function doublets(
  inputs: readonly StationInput[],
  existing: ReadonlyMap<string, Station>,
  networkMountpoint: string,
): FieldError[] {
  const errors: FieldError[] = []
  const codes = new Set<string>()
  const named = new Set(inputs.map((input) => input.code.toLowerCase()))
  const taken = new Map([[networkMountpoint.toLowerCase(), 'the network']])
  for (const [code, station] of existing) {
    if (!named.has(code) && !station.archived) taken.set(station.mountpoint.toLowerCase(), `station ${station.code}`)
  }
  inputs.forEach((input, index) => {
    const code = input.code.toLowerCase()
    if (codes.has(code)) errors.push({ path: [index, 'code'], detail: `"${input.code}" stands twice in the list` })
    codes.add(code)
    const mountpoint = mountpointOf(input, existing.get(code)).toLowerCase()
    const holder = taken.get(mountpoint)
    if (holder) errors.push({ path: [index, 'mountpoint'], detail: `"${mountpoint}" is the mountpoint of ${holder}` })
    taken.set(mountpoint, `station ${input.code}`)
  })
  return errors
}

const mountpointOf = (input: StationInput, existing: Station | undefined) =>
  input.mountpoint ?? existing?.mountpoint ?? input.code

async function saveOne(tx: Database, input: StationInput, existing: Station | undefined, now: Date): Promise<void> {
  const complete = { ...input, mountpoint: mountpointOf(input, existing) }
  if (!existing) {
    const id = await insertStation(tx, complete)
    await insertStatusChange(tx, id, input.declaredStatus ?? 'online', now)
    return
  }
  await updateStation(tx, existing.id, complete)
  const status = statusAt({ ...existing, declaredStatus: input.declaredStatus ?? existing.declaredStatus }, now)
  if (status !== statusAt(existing, now)) await insertStatusChange(tx, existing.id, status, now)
}
