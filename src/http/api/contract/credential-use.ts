// Operations on the use of a credential: its sessions, a diagnosis of its connections, expiry of a test credential.
import { CredentialResponse, expiredTestExample } from '../../../wire/credentials/credential.ts'
import { DiagnosisResponse, diagnosisExample } from '../../../wire/credentials/diagnosis.ts'
import { SessionList, SessionQuery, sessionExample } from '../../../wire/sessions/session.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

export const CREDENTIAL_USE_OPERATIONS = {
  'GET /credentials/:id/sesiones': {
    id: 'listCredentialSessions',
    tag: 'Credentials',
    summary: 'List sessions of a credential, newest first',
    description:
      'Every rover connection with this credential, for as long as the operator keeps sessions. Paged with `cursor`; the `Link` header has the next page.',
    scope: 'read',
    params: IdParams,
    query: SessionQuery,
    isOpen: true,
    answer: answer('A page of sessions.', SessionList, { ok: true, sesiones: [sessionExample], next_cursor: null }),
    problems: ['credential_not_found'],
  },
  'GET /credentials/:id/diagnostico': {
    id: 'diagnoseCredential',
    tag: 'Credentials',
    summary: 'Explain why a rover can or cannot connect',
    description:
      'Findings about the credential, its last attempts and its latest session. Each has a stable code and a sentence in the language of `Accept-Language`.',
    scope: 'read',
    params: IdParams,
    isOpen: true,
    answer: answer('The findings.', DiagnosisResponse, diagnosisExample),
    problems: ['credential_not_found'],
  },
  'POST /credentials/:id/vencer': {
    id: 'expireTestCredential',
    tag: 'Credentials',
    summary: 'Expire a test credential now',
    description:
      'Sets `expira_at` to now and emits `credential.expired`. Idempotent: repeating the call returns the same response and emits no second event. Only for credentials issued with a test token; others return 403.',
    scope: 'revoke',
    params: IdParams,
    answer: answer('The credential, expired.', CredentialResponse, { ok: true, credential: expiredTestExample }),
    problems: ['credential_not_found', 'credential_revoked', 'only_in_test_mode'],
  },
} as const satisfies Record<string, Operation>
