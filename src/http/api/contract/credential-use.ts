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
    summary: 'Sessions of a credential, newest first',
    description:
      'Every connection of a rover with it, as long as the operator keeps them. Pages by `cursor`; the `Link` header leads to the next page.',
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
    summary: 'Why a rover can or cannot connect',
    description:
      'What is known of the credential, its last attempts and its newest session, each as a stable code and a sentence in the language of `Accept-Language`.',
    scope: 'read',
    params: IdParams,
    isOpen: true,
    answer: answer('What was found.', DiagnosisResponse, diagnosisExample),
    problems: ['credential_not_found'],
  },
  'POST /credentials/:id/vencer': {
    id: 'expireTestCredential',
    tag: 'Credentials',
    summary: 'End a test credential now',
    description:
      'As if its time had passed: `expira_at` is now, and `credential.expired` is emitted. Again: the same answer and no second event. Only for credentials of test tokens; any other of the owner is a 403.',
    scope: 'revoke',
    params: IdParams,
    answer: answer('The credential, expired.', CredentialResponse, { ok: true, credential: expiredTestExample }),
    problems: ['credential_not_found', 'credential_revoked', 'only_in_test_mode'],
  },
} as const satisfies Record<string, Operation>
