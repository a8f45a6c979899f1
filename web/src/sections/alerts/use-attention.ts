// Texts and links of conditions that need an operator.
import type { Attention } from '../../../../src/http/console/contract/network/network.ts'
import { type Permission, useMe } from '../../session/session.tsx'
import { attentionText, useCodeWords } from '../../words/codes.ts'

type Told = Pick<Attention, 'kind' | 'name' | 'params'>

export function useAttentionText(): (item: Told) => string {
  const codes = useCodeWords()
  return (item) => attentionText(codes, item, new Date())
}

/** `null` if the user may not open the page. */
export function useAttentionHref(): (item: Pick<Attention, 'kind' | 'id'>) => string | null {
  const { permissions } = useMe()
  const to = (needed: Permission, path: string) => (permissions.includes(needed) ? path : null)
  return ({ kind, id }) => {
    if (kind === 'no_stations') return to('network.change', '/stations/new')
    if (kind === 'upstream_silent') return to('settings.read', '/settings/caster')
    if (kind === 'caster_away') return to('system.read', '/upstreams')
    if (id === null) return to('system.read', '/system')
    return kind.startsWith('webhook') ? to('webhooks.read', `/platform/webhooks/${id}`) : `/stations/${id}`
  }
}
