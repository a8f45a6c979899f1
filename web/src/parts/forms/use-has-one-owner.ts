import { useAnswer } from '../../service/answers.ts'
import { useMe } from '../../session/session.tsx'
import { MINUTE_MS } from '../time-units.ts'

/** True for resellers, and if the network has only one organization: naming it in each row says nothing. */
export function useHasOneOwner(): boolean {
  const isReseller = useMe().user.role === 'reseller'
  const { data } = useAnswer('/owners', { query: { limit: 2 }, enabled: !isReseller, staleTime: MINUTE_MS })
  return isReseller || (data !== undefined && data.owners.length < 2)
}
