// Shared by the panels of the operator's settings: saving changes, and marking settings that the environment fixes.
import { Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { OperatorSettings } from '../../../../src/http/console/contract/network/operator-settings.ts'
import { Hint } from '../../parts/text/hint.ts'
import { keyOf, useRenew } from '../../service/answers.ts'
import type { Answer } from '../../service/api.ts'
import { ApiError } from '../../service/api-error.ts'
import { showAccent, showLogos } from '../../theme/brand.ts'
import { useSettingsWords } from './words.ts'

export interface OperatorProps {
  readonly settings: OperatorSettings
  readonly mayChange: boolean
}

/** Applies saved settings to this page and to the rest of the console. */
export function useSaved(): (saved: OperatorSettings) => void {
  const queries = useQueryClient()
  const renew = useRenew()
  return (saved) => {
    queries.setQueryData(keyOf('/settings/operator'), saved)
    showAccent(saved.accent)
    showLogos(saved.logo)
    void renew('/settings')
    void renew('/me')
  }
}

/** Removes the prefix of a nested part from fault paths, to match the field names of the part's own form. */
export const within = <Found,>(part: string, asked: Promise<Found>): Promise<Found> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    const { status, code, message, params, fields } = error
    const own = fields.map((field) => ({ ...field, path: field.path.replace(`${part}.`, '') }))
    throw new ApiError(status, code, message, params, own)
  })

export function ByEnvironment({ variable }: { variable: string | null }) {
  const words = useSettingsWords()
  if (variable === null) return null
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconLock size={16} aria-hidden style={{ flexShrink: 0, marginTop: 3 }} />
      <Hint>{words.byEnvironment(variable)}</Hint>
    </Group>
  )
}

/** Applies saved network settings to this page and to the header. */
export function useNetworkSaved(): (saved: Answer<'PATCH', '/settings'>) => void {
  const queries = useQueryClient()
  const renew = useRenew()
  return (saved) => {
    queries.setQueryData(keyOf('/settings'), saved)
    void renew('/me') // the header shows the network's name
  }
}

/** Network settings that can be unset. */
const UNSET: readonly string[] = ['casterHost', 'casterPort', 'phone', 'whatsapp']

/** Only changes are sent: two users can have the page open. An emptied field is unset. */
export function changesOf<Values extends object>(before: Values, values: Values): Record<string, unknown> {
  const names = Object.keys(values) as (keyof Values & string)[]
  return Object.fromEntries(
    names
      .filter((name) => values[name] !== before[name])
      .map((name) => [name, values[name] === '' && UNSET.includes(name) ? null : values[name]]),
  )
}
