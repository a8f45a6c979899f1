// Network mountpoints in the commands of `vertice mountpoint`.
import { checkSource, sourceRefuser } from '../../actions/network/source-address.ts'
import { readConfig } from '../../base/config/config.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import {
  DEFAULT_NETWORK,
  defaultNetworkMountpoint,
  type NetworkMountpointChange,
} from '../../domain/network/mountpoints/network-mountpoint.ts'
import { groupNamed } from '../../domain/stations/group.ts'
import { addressesOf } from '../../start/roles/source-names.ts'
import type { Database } from '../../store/kit/database.ts'
import { listNetworkEngineStates, listNetworkMountpoints } from '../../store/network/network-mountpoints.ts'
import { readNetwork } from '../../store/network/settings.ts'
import { readEngineState } from '../../store/network/vrs-engine.ts'
import { listGroups } from '../../store/stations/groups.ts'
import { en } from '../../words/en.ts'
import { alterationText, streamTroubleText } from '../../words/network.ts'
import { faultText } from '../../words/words.ts'
import { printFacts, shortTime, UsageError } from '../kit/command.ts'

interface Given {
  readonly engine?: string | undefined
  readonly group?: string | undefined
}

/** Checks the address of the engine, which uses the network. */
export async function networkWishIn(
  db: Database,
  { engine, group: name }: Given,
): Promise<Pick<NetworkMountpointChange, 'engine' | 'groupId'>> {
  const address = engine === 'none' || engine === '' ? null : engine
  await checkSource(sourceRefuser(readConfig().casterPullAllow, addressesOf), 'engine', address).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    throw new UsageError(`--engine: ${error.fields.map((field) => faultText(en, field)).join(' ')}`)
  })
  return {
    ...(engine !== undefined && { engine: address }),
    ...(name !== undefined && { groupId: name === 'none' ? null : await groupIdOf(db, name) }),
  }
}

async function groupIdOf(db: Database, name: string): Promise<number> {
  const found = groupNamed(await listGroups(db), name)
  if (!found) throw new Refusal('group_not_found', { name })
  return found.id
}

export type NetworkFacts = Awaited<ReturnType<typeof listNetworkFacts>>[number]

/** The default one first. */
export async function listNetworkFacts(db: Database) {
  const states = new Map((await listNetworkEngineStates(db)).map((state) => [state.id, state]))
  const groups = new Map((await listGroups(db)).map(({ id, name }) => [id, name]))
  const own = { ...(await readEngineState(db)), id: DEFAULT_NETWORK }
  const all = [defaultNetworkMountpoint(await readNetwork(db)), ...(await listNetworkMountpoints(db))]
  return all.map(({ id, name, label, groupId, alteration, isOpen, engine }) => {
    const { answers, checkedAt, error } = (id === DEFAULT_NETWORK ? own : states.get(id)) ?? NOT_CHECKED
    return {
      ...{ name, station: null, group: groupId === null ? null : (groups.get(groupId) ?? null) },
      ...{ label, isOpen, alteration, engine, isDefault: id === DEFAULT_NETWORK },
      engineState: engine === null ? null : { answers, checkedAt, error: error && streamTroubleText(en, error) },
      gives: `${engine === null ? 'nearest base' : 'VRS engine'}, ${alterationText(en, alteration)}`,
    }
  })
}

const NOT_CHECKED = { answers: false, checkedAt: null, error: null }

export async function networkGives(db: Database, name: string): Promise<string> {
  const found = (await listNetworkFacts(db)).find((one) => one.name.toLowerCase() === name.toLowerCase())
  return found?.gives ?? ''
}

export function showNetworkMountpoint(json: boolean, facts: NetworkFacts): void {
  const { name, group, label, isOpen, engine, engineState: state, gives } = facts
  const trouble = state?.error ?? 'not checked yet'
  printFacts(json, facts, {
    name,
    stations: group === null ? 'all' : `group "${group}"`,
    label: label ?? '(name of the network)',
    open: isOpen ? 'yes' : 'no',
    gives,
    ...(state && {
      engine,
      state: `${state.answers ? 'online' : `not responding (${trouble})`}${state.checkedAt ? `, checked ${shortTime(state.checkedAt)}` : ''}`,
    }),
  })
}
