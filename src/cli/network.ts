import { setNetwork } from '../actions/network/set.ts'
import { checkSource, sourceRefuser } from '../actions/network/source-address.ts'
import { readConfig } from '../config.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Foundation } from '../start/foundation.ts'
import { addressesOf } from '../start/source-names.ts'
import { readNetwork, type StoredNetwork } from '../store/network/settings.ts'
import { readUpstreamState } from '../store/network/upstream.ts'
import { en } from '../words/en.ts'
import { upstreamText } from '../words/network.ts'
import { faultText } from '../words/words.ts'
import { deedBy, onFoundation, onNewFoundation, read, shortTime, UsageError, withSubcommands } from './command.ts'

/** The names people type, with what they mean. */
const SETTINGS: Record<string, { field: keyof StoredNetwork; number?: boolean; nullable?: boolean; help: string }> = {
  name: { field: 'name', help: 'the name of the network' },
  'caster-host': {
    field: 'casterHost',
    nullable: true,
    help: "the caster's public host (unset: the host of BASE_URL)",
  },
  'caster-port': {
    field: 'casterPort',
    number: true,
    nullable: true,
    help: "the caster's public port (unset: CASTER_PORT)",
  },
  datum: { field: 'datum', help: 'the reference frame, where a station has none of its own' },
  format: { field: 'format', help: 'the format, where a station has none of its own' },
  country: {
    field: 'country',
    help: 'the country in the sourcetable, three letters (MEX), where a station has none of its own',
  },
  mountpoint: { field: 'mountpoint', help: 'the network mountpoint' },
  upstream: {
    field: 'upstream',
    nullable: true,
    help: 'the VRS engine behind it, ntrip://user:password@host:port/MOUNT (unset: the nearest base serves it)',
  },
  'near-base-km': { field: 'nearBaseKm', number: true, help: '/vrs: within this distance a single base is best' },
  'triangle-side-km': {
    field: 'triangleSideKm',
    number: true,
    help: '/vrs: the longest side of a triangle that serves VRS',
  },
  'default-radius-km': { field: 'defaultRadiusKm', number: true, help: 'the radius of a station that declares none' },
}

export const command = withSubcommands(
  `usage: vertice network show
       vertice network set NAME=VALUE [NAME=VALUE ...]      (none, or an empty value, unsets)

${Object.entries(SETTINGS)
  .map(([name, { help }]) => `  ${name.padEnd(18)} ${help}`)
  .join('\n')}`,
  { show, set },
)

async function show(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db, casterDefaults }) => {
    const network = await readNetwork(db)
    const fallback: Partial<Record<keyof StoredNetwork, string | number>> = casterDefaults
    for (const [name, { field }] of Object.entries(SETTINGS)) {
      const value = network[field] ?? (fallback[field] === undefined ? '(none)' : `${fallback[field]} (default)`)
      console.log(`${name.padEnd(18)} ${value}`)
    }
    if (network.upstream === null) return
    const { answers, checkedAt, error } = await readUpstreamState(db)
    console.log(
      `${''.padEnd(18)} ${answers ? 'answers' : `does not answer (${error && upstreamText(en, error)})`}, asked ${shortTime(checkedAt)}`,
    )
  })
}

async function set(args: string[]): Promise<undefined> {
  const { positionals } = read(args, {})
  if (positionals.length === 0) throw new UsageError('say what: vertice network set NAME=VALUE; see --help')
  const change = Object.fromEntries(positionals.map(parseAssignment)) as Partial<StoredNetwork>
  const { casterPullAllow } = readConfig()
  const setChecked = async ({ db, keys }: Foundation) => {
    await checkSource(sourceRefuser(casterPullAllow, addressesOf), 'upstream', change.upstream)
    await setNetwork(deedBy('network set', { db, keys }), change)
  }
  await onNewFoundation(async (foundation) => {
    await setChecked(foundation).catch((error) => {
      throw error instanceof Refusal ? new UsageError(explain(error)) : error
    })
    console.log(`set: ${positionals.map((text) => text.split('=', 1)[0]).join(', ')}`)
  })
}

/** In the names that people typed. */
function explain({ fields }: Refusal): string {
  const nameOf = (field: unknown) => Object.keys(SETTINGS).find((name) => SETTINGS[name]!.field === field)
  return `nothing was changed: ${fields.map((field) => `${nameOf(field.path[0])} ${faultText(en, field)}`).join('; ')}`
}

function parseAssignment(text: string): [string, string | number | null] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/su.exec(text) ?? []
  const setting = Object.hasOwn(SETTINGS, name) ? SETTINGS[name] : undefined
  if (!setting) throw new UsageError(`"${text}" is not NAME=VALUE with one of ${Object.keys(SETTINGS).join(', ')}`)
  if (value === '' || (value === 'none' && setting.nullable)) {
    if (!setting.nullable) throw new UsageError(`${name} cannot be unset`)
    return [setting.field, null]
  }
  if (!setting.number) return [setting.field, value]
  if (!/^\d+(\.\d+)?$/.test(value)) throw new UsageError(`${name}: expected a number, got "${value}"`)
  return [setting.field, Number(value)]
}
