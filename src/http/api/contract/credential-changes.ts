// Operations on an issued credential: renew, suspend, edit, move to a station, new password, mail again, revoke many.
import { Ref } from '../../../wire/common.ts'
import {
  ChangeSchema,
  MailedResponse,
  MOST_REVOKED,
  mailedExample,
  RenewalSchema,
  RevocationResponse,
  RevocationSchema,
  revocationExample,
  suspendedExample,
} from '../../../wire/credentials/change.ts'
import { CredentialResponse, credentialExample } from '../../../wire/credentials/credential.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

const credential = credentialExample

export const CREDENTIAL_CHANGE_OPERATIONS = {
  'POST /credentials/:id/renovar': {
    id: 'renewCredential',
    tag: 'Credentials',
    summary: 'Give a credential more time',
    description:
      'With the same user and password. `expira_at` becomes the later of now and `expira_at`, plus `segundos`, at most 366 days from now. One that has expired serves again; a connected rover goes on. Emits `credential.renewed`.',
    scope: 'provision',
    params: IdParams,
    body: Ref(RenewalSchema),
    idempotent: true,
    answer: answer('The credential with its new end.', CredentialResponse, { ok: true, credential }),
    problems: ['quota_exceeded', 'credential_not_found', 'credential_revoked'],
  },
  'POST /credentials/:id/suspender': {
    id: 'suspendCredential',
    tag: 'Credentials',
    summary: 'Suspend a credential',
    description:
      'Until it is resumed the caster refuses it; a connected rover is cut within a second. `estado` stays, its time goes on. Emits `credential.suspended`. Again: the same answer and no second event.',
    scope: 'revoke',
    params: IdParams,
    rejectsBody: true,
    answer: answer('The credential, suspended.', CredentialResponse, { ok: true, credential: suspendedExample }),
    problems: ['credential_not_found', 'credential_revoked'],
  },
  'POST /credentials/:id/reanudar': {
    id: 'resumeCredential',
    tag: 'Credentials',
    summary: 'Resume a suspended credential',
    description: 'Emits `credential.resumed`. One that is not suspended: the same answer and no event.',
    scope: 'revoke',
    params: IdParams,
    rejectsBody: true,
    answer: answer('The credential, no longer suspended.', CredentialResponse, { ok: true, credential }),
    problems: ['credential_not_found', 'credential_revoked'],
  },
  'PATCH /credentials/:id': {
    id: 'updateCredential',
    tag: 'Credentials',
    summary: 'Change a credential',
    description:
      'Only what is named changes. Of another station, connected rovers are cut within a second. Emits `credential.updated` with the names of what changed; nothing when all of it was so already. Reminders follow a new `cliente_email`; when a token without passwords changes it, they end, because they hold the link to the customer’s page.',
    scope: 'provision',
    params: IdParams,
    isTagged: true,
    body: Ref(ChangeSchema),
    answer: answer('The credential as it is now.', CredentialResponse, { ok: true, credential }),
    problems: ['credential_not_found', 'credential_revoked'],
  },
  'POST /credentials/:id/password': {
    id: 'renewPassword',
    tag: 'Credentials',
    summary: 'Make a new password',
    description:
      'Whoever is connected with the old one is cut within a second. The customer’s page shows the new one. Emits `credential.updated`.',
    scope: 'provision',
    params: IdParams,
    rejectsBody: true,
    idempotent: true,
    answer: answer('The credential with its new password.', CredentialResponse, { ok: true, credential }),
    problems: ['credential_not_found', 'credential_revoked'],
  },
  'POST /credentials/:id/enviar': {
    id: 'mailCredential',
    tag: 'Credentials',
    summary: 'Mail the connection data again',
    description:
      'To `cliente_email`. Without one, or without a mail transport in the service, it is a 400. A mail to the same address that still waits is not doubled. Of a test credential nothing is sent. Not for tokens without passwords.',
    scope: 'provision',
    closedBy: 'no_passwords',
    params: IdParams,
    rejectsBody: true,
    idempotent: true,
    answer: answer('The mail is on its way.', MailedResponse, mailedExample),
    problems: ['quota_exceeded', 'credential_not_found', 'credential_revoked', 'credential_expired'],
  },
  'POST /credentials/revocar': {
    id: 'revokeCredentials',
    tag: 'Credentials',
    summary: 'Revoke many credentials',
    description: `Up to ${MOST_REVOKED}, in one transaction. Emits \`credential.revoked\` for each. Those that cannot be revoked are named with the reason and left as they are.`,
    scope: 'revoke',
    body: Ref(RevocationSchema),
    answer: answer('How many were revoked, and which were not.', RevocationResponse, revocationExample),
  },
} as const satisfies Record<string, Operation>
