import { Ref } from '../../../wire/common.ts'
import {
  BatchResponse,
  CredentialList,
  CredentialQuery,
  CredentialResponse,
  credentialExample,
  listedCredentialExample,
  MOST_PAIRS,
  revokedExample,
} from '../../../wire/credentials/credential.ts'
import { BATCH_LIMIT, BatchRequestSchema, CredentialRequestSchema } from '../../../wire/credentials/request.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

const credential = credentialExample
const CREATION_PROBLEMS = ['reference_taken', 'username_taken', 'quota_exceeded'] as const
const MAX_BATCH_BYTES = 1024 * 1024
/**
 * A batch at every limit except geofences has 34,001 values (measured in test/scenarios/loop/bodies.test.ts). The rest
 * allows each credential a circle or a polygon of twenty points. Larger geofences need smaller batches.
 */
const BATCH_VALUES = { most: 100_000, inOne: { list: BATCH_LIMIT, object: MOST_PAIRS } }

export const CREDENTIAL_OPERATIONS = {
  'GET /credentials': {
    id: 'listCredentials',
    tag: 'Credentials',
    summary: 'List credentials of the organization, newest first',
    description:
      'Responses do not include passwords. Filters are combined with AND. Paged with `cursor`; the `Link` header has the next page.',
    scope: 'read',
    query: CredentialQuery,
    answer: answer('A page of credentials.', CredentialList, {
      ok: true,
      credentials: [listedCredentialExample],
      next_cursor: null,
    }),
  },
  'POST /credentials': {
    id: 'createCredential',
    tag: 'Credentials',
    summary: 'Issue a credential',
    description:
      'With a station, the credential gives access to its mountpoint (`tipo: base`); with a group, to the mountpoints of its stations and the network mountpoint within the group; with neither, to the network mountpoint (`tipo: red`).',
    scope: 'provision',
    body: Ref(CredentialRequestSchema),
    idempotent: true,
    status: 201,
    answer: answer('The credential with its password.', CredentialResponse, { ok: true, credential }),
    problems: CREATION_PROBLEMS,
  },
  'POST /credentials/batch': {
    id: 'createCredentials',
    tag: 'Credentials',
    summary: 'Issue many credentials',
    description: `Up to ${BATCH_LIMIT}, all or nothing, in one transaction. Errors point at the item (\`/credentials/17/segundos\`).`,
    scope: 'provision',
    body: Ref(BatchRequestSchema),
    maxBodyBytes: MAX_BATCH_BYTES,
    spread: BATCH_VALUES,
    idempotent: true,
    status: 201,
    answer: answer('The credentials with their passwords, in the order of the request.', BatchResponse, {
      ok: true,
      credentials: [credential],
    }),
    problems: CREATION_PROBLEMS,
  },
  'GET /credentials/:id': {
    id: 'getCredential',
    tag: 'Credentials',
    summary: 'Get a credential with its password',
    description: 'A credential of another organization returns 404.',
    scope: 'read',
    params: IdParams,
    isTagged: true,
    answer: answer('The credential.', CredentialResponse, { ok: true, credential }),
    problems: ['credential_not_found'],
  },
  'DELETE /credentials/:id': {
    id: 'revokeCredential',
    tag: 'Credentials',
    summary: 'Revoke a credential',
    description:
      'Emits `credential.revoked`. Idempotent: repeating the call returns the same response and emits no second event. An expired credential returns 409.',
    scope: 'revoke',
    params: IdParams,
    answer: answer('The credential, revoked.', CredentialResponse, { ok: true, credential: revokedExample }),
    problems: ['credential_not_found', 'credential_expired'],
  },
} as const satisfies Record<string, Operation>
