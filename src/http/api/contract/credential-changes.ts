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
    summary: 'Renew a credential',
    description:
      'Username and password stay the same. `expira_at` becomes the later of now and `expira_at`, plus `segundos`, at most 366 days from now. An expired credential becomes active again; connected rovers stay connected. Emits `credential.renewed`.',
    scope: 'provision',
    params: IdParams,
    body: Ref(RenewalSchema),
    idempotent: true,
    answer: answer('The credential with its new expiry.', CredentialResponse, { ok: true, credential }),
    problems: ['quota_exceeded', 'credential_not_found', 'credential_revoked'],
  },
  'POST /credentials/:id/suspender': {
    id: 'suspendCredential',
    tag: 'Credentials',
    summary: 'Suspend a credential',
    description:
      'The caster rejects the credential until it is resumed; connected rovers are disconnected within a second. `estado` and `expira_at` do not change. Emits `credential.suspended`. Idempotent: repeating the call returns the same response and emits no second event.',
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
    description:
      'Emits `credential.resumed`. If the credential is not suspended, the response is the same and no event is emitted.',
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
      'Omitted fields do not change. If the station changes, connected rovers are disconnected within a second. Emits `credential.updated` with the names of the changed fields, or no event if nothing changed. Reminders go to a new `cliente_email`; if a token without access to passwords changes it, reminders stop, because they contain the link to the customer page.',
    scope: 'provision',
    params: IdParams,
    isTagged: true,
    body: Ref(ChangeSchema),
    answer: answer('The credential after the change.', CredentialResponse, { ok: true, credential }),
    problems: ['credential_not_found', 'credential_revoked'],
  },
  'POST /credentials/:id/password': {
    id: 'renewPassword',
    tag: 'Credentials',
    summary: 'Generate a new password',
    description:
      'Connected rovers are disconnected within a second. The customer page shows the new password. Emits `credential.updated`.',
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
    summary: 'Resend the connection details by e-mail',
    description:
      'Sent to `cliente_email`. Returns 400 if there is none, or if the service has no mail transport. A pending e-mail to the same address is not duplicated. Test credentials are never e-mailed. Not available for tokens without access to passwords.',
    scope: 'provision',
    closedBy: 'no_passwords',
    params: IdParams,
    rejectsBody: true,
    idempotent: true,
    answer: answer('The e-mail is queued.', MailedResponse, mailedExample),
    problems: ['quota_exceeded', 'credential_not_found', 'credential_revoked', 'credential_expired'],
  },
  'POST /credentials/revocar': {
    id: 'revokeCredentials',
    tag: 'Credentials',
    summary: 'Revoke many credentials',
    description: `Up to ${MOST_REVOKED}, in one transaction. Emits \`credential.revoked\` for each. Credentials that cannot be revoked are listed with the reason and do not change.`,
    scope: 'revoke',
    body: Ref(RevocationSchema),
    answer: answer('The number of revoked credentials, and those not revoked.', RevocationResponse, revocationExample),
  },
} as const satisfies Record<string, Operation>
