import { readFileSync } from 'node:fs'
import { setNetwork } from '../../actions/network/set.ts'
import { checkSource, sourceRefuser } from '../../actions/network/source-address.ts'
import { readConfig } from '../../base/config/config.ts'
import type { FieldFault } from '../../domain/codes/fault.ts'
import { tableLinesIn } from '../../domain/network/mountpoints/table-lines.ts'
import type { Foundation } from '../../start/foundation.ts'
import { addressesOf } from '../../start/roles/source-names.ts'
import { readOperatorSettings } from '../../store/network/operator-settings.ts'
import { readNetwork, type StoredNetwork } from '../../store/network/settings.ts'
import { readEngineState } from '../../store/network/vrs-engine.ts'
import { en } from '../../words/en.ts'
import { streamTroubleText } from '../../words/network.ts'
import {
  asJson,
  commandContext,
  group,
  isYes,
  onFoundation,
  onNewFoundation,
  onOff,
  printFacts,
  printJson,
  shortTime,
  UsageError,
  verb,
} from '../kit/command.ts'
import { columns } from '../kit/help.ts'
import { explain } from '../kit/refused.ts'
import { catalog, frames } from './frames.ts'
import { isOperatorSetting, OPERATOR_SETTINGS, operatorFacts, setOperator } from './operator-settings.ts'

/** Settings by the names used on the command line. */
const SETTINGS: Record<
  string,
  { field: keyof StoredNetwork; number?: boolean; flag?: boolean; nullable?: boolean; help: string }
> = {
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
  frame: {
    field: 'frame',
    help: 'the reference frame of stations that set none, by its key in "vertice network frames"',
  },
  epoch: { field: 'epoch', number: true, nullable: true, help: 'the epoch of coordinates in it, such as 2010.0' },
  datum: { field: 'datum', help: 'instead of frame and epoch: a text, for a frame that the table does not contain' },
  format: { field: 'format', help: 'the format of stations that set none' },
  country: {
    field: 'country',
    help: 'the country in the sourcetable, three letters (MEX), of stations that set none',
  },
  mountpoint: { field: 'mountpoint', help: 'the network mountpoint' },
  upstream: {
    field: 'upstream',
    nullable: true,
    help: 'the VRS engine behind it, ntrip://user:password@host:port/MOUNT (unset: the nearest base serves it)',
  },
  'near-base-km': { field: 'nearBaseKm', number: true, help: '/vrs: within this distance a single base is chosen' },
  'triangle-side-km': {
    field: 'triangleSideKm',
    number: true,
    help: '/vrs: max side of a triangle used for VRS',
  },
  'switch-nearer-km': {
    field: 'switchNearerKm',
    number: true,
    help: 'a network rover changes to another base only if it is nearer by this distance',
  },
  'switch-after-s': {
    field: 'switchAfterS',
    number: true,
    help: 'and only if it has been nearer for this time, so that a rover at a border does not jump',
  },
  'default-radius-km': { field: 'defaultRadiusKm', number: true, help: 'the radius of stations that set none' },
  'moved-limit-m': {
    field: 'movedLimitM',
    number: true,
    help: 'raise an alarm if an antenna reports a position farther than this from the registered one',
  },
  'moved-takes-out': {
    field: 'movedTakesOut',
    flag: true,
    help: 'yes: after 10 minutes a moved station is also taken out of /vrs and the network mountpoint',
  },
  'observed-takes-out': {
    field: 'observedTakesOut',
    flag: true,
    help: 'yes: the same for a station whose movement only observations show',
  },
  phone: { field: 'phone', nullable: true, help: 'support phone shown on customer pages' },
  whatsapp: {
    field: 'whatsapp',
    nullable: true,
    help: 'support WhatsApp number, with the country code (+52…)',
  },
}

const show = verb({
  summary: 'show the settings',
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db, casterDefaults }) => {
      const network = await readNetwork(db)
      const state = network.upstream === null ? null : await readEngineState(db)
      const fallback: Partial<Record<keyof StoredNetwork, string | number>> = casterDefaults
      const lines = Object.entries(SETTINGS).map(([name, { field }]) => {
        const stored = network[field]
        const value = typeof stored === 'boolean' ? (stored ? 'yes' : 'no') : stored
        return [name, value ?? (fallback[field] === undefined ? '(none)' : `${fallback[field]} (default)`)] as const
      })
      const named = Object.entries(SETTINGS).map(([, { field }]) => [field, network[field] ?? fallback[field] ?? null])
      const stored = await readOperatorSettings(db)
      const operator = Object.entries(OPERATOR_SETTINGS).map(([name, { shown }]) => [name, shown(stored)] as const)
      const error = state?.error ? streamTroubleText(en, state.error) : null
      printFacts(
        json,
        { ...Object.fromEntries(named), ...operatorFacts(stored), upstreamState: state && { ...state, error } },
        {
          ...Object.fromEntries(lines),
          ...Object.fromEntries(operator.map(([name, value]) => [name, value ?? '(none)'])),
          ...(state && {
            '': `${state.answers ? 'online' : `not responding (${error})`}, checked ${shortTime(state.checkedAt)}`,
          }),
        },
      )
    }),
})

const set = verb({
  summary: 'change settings; "none" or an empty value clears one',
  more: `Settings:
${columns(Object.entries({ ...SETTINGS, ...OPERATOR_SETTINGS }).map(([name, { help }]) => [name, help]))}`,
  args: ['NAME=VALUE...'],
  async run(_, ...assignments) {
    const named = assignments.map(nameAndValue)
    const change = Object.fromEntries(
      named.filter(([name]) => !isOperatorSetting(name)).map(([name, value]) => networkValue(name, value)),
    ) as Partial<StoredNetwork>
    const operator = new Map(
      named.filter(([name]) => isOperatorSetting(name)).map(([name, value]) => [name, isUnset(value) ? null : value]),
    )
    const { casterPullAllow, smtp, mailFrom } = readConfig()
    const setChecked = async ({ db, keys }: Foundation) => {
      await checkSource(sourceRefuser(casterPullAllow, addressesOf), 'upstream', change.upstream)
      await db.transaction(async (tx) => {
        const context = { ...commandContext('network set', { db, keys }), db: tx }
        await setOperator({ ...context, given: { smtp, mailFrom } }, operator)
        if (Object.keys(change).length > 0) await setNetwork(context, change)
      })
    }
    await onNewFoundation(async (foundation) => {
      await setChecked(foundation).catch(explain({ nameOf: settingOf, isUsage: true }))
      console.log(`set: ${assignments.map((text) => text.split('=', 1)[0]).join(', ')}`)
    })
  },
})

const lines = verb({
  summary: 'show your own sourcetable lines; with FILE ("-": standard input), replace them',
  flags: { ...asJson, clear: onOff('remove all of them') },
  args: ['[FILE]'],
  run: ({ json, clear }, file) =>
    onFoundation(async ({ db, keys }) => {
      if (clear && file !== undefined) throw new UsageError('use FILE or --clear, not both')
      const tableLines = clear
        ? []
        : file === undefined
          ? null
          : tableLinesIn(readFileSync(file === '-' ? 0 : file, 'utf8'))
      if (tableLines) {
        await setNetwork(commandContext('network lines', { db, keys }), { tableLines }).catch(
          explain({ isUsage: true }),
        )
      }
      const now = (await readNetwork(db)).tableLines ?? []
      if (json) printJson(now)
      else for (const line of now) console.log(line)
    }),
})

export const command = group({ show, set, frames, catalog, lines })

const settingOf = ({ path: [field] }: FieldFault) =>
  Object.keys(SETTINGS).find((name) => SETTINGS[name]!.field === field) ?? String(field)

function nameAndValue(text: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/su.exec(text) ?? []
  const known = Object.keys({ ...SETTINGS, ...OPERATOR_SETTINGS })
  if (!known.includes(name)) throw new UsageError(`"${text}" is not NAME=VALUE with one of ${known.join(', ')}`)
  return [name, value]
}

const isUnset = (value: string) => value === '' || value === 'none'

function networkValue(name: string, value: string): [string, string | number | boolean | null] {
  const setting = SETTINGS[name]!
  if (value === '' || (value === 'none' && setting.nullable)) {
    if (!setting.nullable) throw new UsageError(`${name} cannot be unset`)
    return [setting.field, null]
  }
  if (setting.flag) return [setting.field, isYes(value, name)]
  if (!setting.number) return [setting.field, value]
  if (!/^\d+(\.\d+)?$/.test(value)) throw new UsageError(`${name}: expected a number, got "${value}"`)
  return [setting.field, Number(value)]
}
