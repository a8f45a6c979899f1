import type { AuditEntry } from '../../../../src/http/console/contract/audit.ts'

type Entry = Pick<AuditEntry, 'action' | 'subjectKind' | 'subjectId' | 'details'>

const PATHS: Readonly<Record<string, string>> = {
  user: '/people/users',
  owner: '/people/owners',
  token: '/platform/tokens',
  webhook: '/platform/webhooks',
  credential: '/credentials',
  issue_job: '/credentials/jobs',
  station: '/stations',
  group: '/stations/groups',
  upstream: '/upstreams',
  product: '/orders/products',
  order: '/orders',
  incident: '/incidents',
}

/** Actions after which the object no longer has a page. */
const REMOVED: readonly string[] = ['group.removed', 'upstream.removed', 'incident.withdrawn']

/** Address of the object of an entry; `null` if it has no page. */
export function subjectPath({ action, subjectKind, subjectId, details }: Entry): string | null {
  if (action === 'settings.changed') return '/settings'
  if (subjectKind === null || subjectId === null || REMOVED.includes(action)) return null
  if (subjectKind === 'delivery')
    return typeof details.webhookId === 'number'
      ? `/platform/webhooks/${details.webhookId}/deliveries/${subjectId}`
      : null
  const path = PATHS[subjectKind]
  return path === undefined ? null : `${path}/${subjectId}`
}
