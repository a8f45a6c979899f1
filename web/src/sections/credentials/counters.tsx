import { type Counter, Counters } from '../../parts/lists/counters.tsx'
import type { Filters } from '../../parts/lists/filters.tsx'
import { type Status, StatusShape } from '../../parts/marks/status-mark.tsx'
import { useAnswer } from '../../service/answers.ts'
import { useCredentialWords } from './words.ts'

const REFRESHED_MS = 30_000

type Name = 'problem' | 'state' | 'expires' | 'ownerId'
const NONE = { problem: null, state: null, expires: null } as const

/** Problems first. Each view is the only filter of its kind. */
const VIEWS = [
  { key: 'problem', filter: { problem: 'true' }, shape: 'moved' },
  { key: 'expiring', filter: { expires: '7' }, shape: 'degraded' },
  { key: 'in_force', filter: { state: 'in_force' }, shape: 'online' },
  { key: 'suspended', filter: { state: 'suspended' }, shape: 'offline' },
  { key: 'scheduled', filter: { state: 'scheduled' }, shape: 'degraded' },
  { key: 'expired', filter: { state: 'expired' }, shape: 'unknown' },
  { key: 'revoked', filter: { state: 'revoked' }, shape: 'offline' },
] as const satisfies readonly { key: string; filter: Partial<Record<Name, string>>; shape: Status }[]

/** Empty views are left out, unless one is shown. */
export function CredentialCounters({ filters }: { filters: Filters<Name> }) {
  const words = useCredentialWords()
  const query = { ownerId: filters.values.ownerId }
  const { data } = useAnswer('/credentials/counts', { query, refetchInterval: REFRESHED_MS })
  if (!data) return null
  const counters = VIEWS.map(({ key, filter, shape }): Counter => {
    const isOn = Object.entries(filter).every(([name, value]) => filters.values[name as Name] === value)
    return {
      ...data[key],
      key,
      label: words.counters[key](data[key].count),
      icon: <StatusShape status={shape} />,
      isOn,
      toggle: () => filters.setAll({ ...NONE, ...(!isOn && filter) }),
    }
  })
  return <Counters label={words.views} of={counters.filter(({ count, isOn }) => count > 0 || isOn)} />
}
