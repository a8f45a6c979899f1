// What the audit log tells of. Details never hold a secret.

export type AuditAction =
  | 'setup.completed'
  | 'login.failed'
  | 'session.started'
  | 'session.ended'
  | 'second_factor.failed'
  | 'second_factor.enabled'
  | 'second_factor.removed'
  | 'recovery_code.used'
  | 'recovery_codes.renewed'
  | 'password.changed'
  | 'account.changed'
  | 'user.invited'
  | 'user.changed'
  | 'user.link_made'
  | 'owner.created'
  | 'owner.changed'
  | 'token.created'
  | 'token.revoked'

/** Who did it: somebody signed in, or whoever could run a command on the server. */
export interface Doer {
  readonly userId: number | null
  /** The e-mail address as it was then, or the command. */
  readonly name: string
  readonly address: string | null
}

export interface Deed {
  readonly action: AuditAction
  readonly subject?: { readonly kind: 'user' | 'session' | 'owner' | 'token'; readonly id: number }
  /** Whose thing it was done to. */
  readonly ownerId?: number
  readonly details?: Readonly<Record<string, unknown>>
}

export interface AuditEntry extends Doer {
  readonly id: number
  readonly at: Date
  readonly action: string
  readonly subjectKind: string | null
  readonly subjectId: number | null
  readonly ownerId: number | null
  readonly details: Readonly<Record<string, unknown>>
}
