// Actions, subjects and actors of the audit log. Details never contain a secret.

export const AUDIT_ACTIONS = [
  'setup.completed',
  'login.failed',
  'session.started',
  'session.ended',
  'session.confirmed',
  'password.failed',
  'second_factor.failed',
  'second_factor.enabled',
  'second_factor.removed',
  'recovery_code.used',
  'recovery_codes.renewed',
  'password.changed',
  'account.changed',
  'user.invited',
  'user.changed',
  'user.admitted',
  'user.recognised',
  'user.untied',
  'user.link_made',
  'user.link_asked',
  'owner.created',
  'owner.changed',
  'owner.view_started',
  'owner.view_ended',
  'token.created',
  'token.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.deactivated',
  'webhook.enabled',
  'webhook.secret_rotated',
  'webhook.tested',
  'webhook.recovered',
  'delivery.resent',
  'credential.issued',
  'credential.revealed',
  'credential.placed',
  'credential.renewed',
  'credential.suspended',
  'credential.resumed',
  'credential.changed',
  'credential.password_changed',
  'credential.revoked',
  'credential.test_ended',
  'credential.mailed',
  'credential.link_withdrawn',
  'credential.link_made',
  'credential.renewal_asked',
  'credential.links_mailed',
  'credentials.exported',
  'credentials.read',
  'credentials.imported',
  'issue_job.started',
  'issue_job.stopped',
  'station.added',
  'station.changed',
  'station.maintenance_began',
  'station.maintenance_ended',
  'station.archived',
  'station.restored',
  'station.position_acknowledged',
  'station.position_accepted',
  'station.secret_made',
  'station.secret_shown',
  'stations.secrets_set',
  'stations.secrets_shown',
  'station.pull_changed',
  'station.backup_changed',
  'station.equipment_changed',
  'station.antenna_rejected',
  'station.site_changed',
  'station.site_log_imported',
  'station.certificate_added',
  'station.certificate_removed',
  'station.certificate_rule_changed',
  'host.added',
  'host.removed',
  'host.confirmed',
  'host.left',
  'upstream.added',
  'upstream.changed',
  'upstream.removed',
  'upstream.followed',
  'upstream.mountpoint_set',
  'stations.imported',
  'mountpoint.added',
  'mountpoint.changed',
  'mountpoint.removed',
  'forward.added',
  'forward.changed',
  'forward.removed',
  'group.created',
  'group.changed',
  'group.removed',
  'rinex.ordered',
  'integrity.requested',
  'base.requested',
  'rover.kicked',
  'rover.bytes_read',
  'node.drained',
  'archive.imported',
  'archive.removed',
  'archive.replayed',
  'alert.acknowledged',
  'alert.snoozed',
  'alert.unacknowledged',
  'channel.added',
  'channel.changed',
  'channel.removed',
  'channel.tested',
  'channel.disabled',
  'product.created',
  'product.changed',
  'order.created',
  'order.mailed',
  'order.paid',
  'order.cancelled',
  'order.refund_noted',
  'incident.opened',
  'incident.noted',
  'incident.withdrawn',
  'settings.changed',
  'wall_link.created',
  'wall_link.withdrawn',
  'keys.rewrapped',
  'database.backed_up',
  'database.restored',
  'mail.tested',
  'access.refused',
  'audit.pruned',
  'audit.erased',
  'audit.exported',
  'customer.erased',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const AUDIT_SUBJECTS = [
  'user',
  'session',
  'owner',
  'token',
  'webhook',
  'delivery',
  'credential',
  'issue_job',
  'station',
  'group',
  'upstream',
  'product',
  'order',
  'incident',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const ACTOR_KINDS = ['person', 'token', 'command', 'system'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** The actor of an action: a person, a token, a command or the service itself. Every action receives one. */
export interface Actor {
  readonly kind: ActorKind
  readonly userId: number | null
  readonly tokenId: number | null
  /** E-mail address at that time, token name, command line or component of the service. */
  readonly name: string
  readonly address: string | null
  readonly requestId: string | null
  /** Set for test tokens: credentials they issue are test credentials. */
  readonly isTest?: boolean
}

const NOBODY = { userId: null, tokenId: null, address: null, requestId: null }

/** A user of the console, signed in or signing in. */
export const person = (
  user: { readonly id: number | null; readonly email: string },
  address: string | null,
  requestId: string | null = null,
): Actor => ({
  ...NOBODY,
  kind: 'person',
  userId: user.id,
  name: user.email,
  address,
  requestId,
})

export const program = (
  token: { readonly id: number; readonly name: string; readonly isTest?: boolean },
  request: { readonly id: string; readonly ip: string },
): Actor => ({
  ...NOBODY,
  kind: 'token',
  tokenId: token.id,
  name: token.name,
  address: request.ip,
  requestId: request.id,
  ...(token.isTest && { isTest: true }),
})

/** Anyone who can run commands on the server. */
export const command = (name: string): Actor => ({ ...NOBODY, kind: 'command', name: `vertice ${name}` })

/** The service itself; `address` is the client it acts for, if any. */
export const system = (part: string, address: string | null = null): Actor => ({
  ...NOBODY,
  kind: 'system',
  name: part,
  address,
})

export interface AuditedAction {
  readonly action: AuditAction
  readonly subject?: { readonly kind: AuditSubject; readonly id: number }
  /** Owner of the subject. */
  readonly ownerId?: number
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AuditEntry extends Actor {
  /** Negative for credentials that a token issued: their rows replace audit entries. */
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly subjectKind: string | null
  readonly subjectId: number | null
  readonly ownerId: number | null
  readonly details: Readonly<Record<string, unknown>>
}
