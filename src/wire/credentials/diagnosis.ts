import { type Static, Type } from 'typebox'
import type { Finding } from '../../domain/credentials/access-findings.ts'
import { Nullable, Ok, OpenWords } from '../common.ts'

type Kind = Finding['kind']

/** True if the finding prevents the rover from connecting, or did. */
const SERIOUS: { readonly [Code in Kind]: boolean } = {
  unknown_user: true,
  email_as_user: true,
  test_credential: true,
  revoked: true,
  expired: true,
  suspended: true,
  not_started: true,
  station_archived: true,
  group_gone: true,
  in_force: false,
  opens_group: false,
  connected: false,
  let_in_from_memory: false,
  noted: false,
  refused: true,
  ended: false,
  outside_fence: true,
  outside_fence_served: false,
  felt: false,
  never_seen: false,
}

export const diagnosisExample = {
  ok: true,
  acceso: true,
  hallazgos: [
    {
      codigo: 'in_force',
      motivo: null,
      grave: false,
      texto: 'It is in force until 2026-12-16 06:00:00 UTC and opens CDMX_RTCM32.',
    },
    {
      codigo: 'refused',
      motivo: 'bad_password',
      grave: true,
      texto: 'The last attempt, on 2026-11-16 15:02:41 UTC from 203.0.113.7, was refused: the password is wrong.',
    },
  ],
}

const FindingSchema = Type.Object(
  {
    codigo: OpenWords('FindingCode', Object.keys(SERIOUS), 'Stable code of the finding, for programs.'),
    motivo: Nullable('string', {
      maxLength: 100,
      description:
        'Detail of the finding: why the last attempt was rejected (`refused`), why the last session ended (`ended`), or what happened in it (`noted`); `null` for other findings.',
    }),
    grave: Type.Boolean({
      description: '`true` if the finding prevents the rover from connecting, or did so at the last attempt.',
    }),
    texto: Type.String({ description: 'The finding as a sentence, in the language of `Accept-Language`.' }),
  },
  { title: 'Finding', description: 'A fact about the connection of the rover.' },
)

export const DiagnosisResponse = Type.Object(
  {
    ok: Ok,
    acceso: Type.Boolean({
      description: '`true` if the caster accepts the credential now, with the right username and password.',
    }),
    hallazgos: Type.Array(FindingSchema, { description: 'Findings, most important first.' }),
  },
  { title: 'Diagnosis', description: 'Why a rover can or cannot connect.' },
)

export const diagnosisToWire = (
  findings: readonly Finding[],
  textOf: (finding: Finding) => string,
): Static<typeof DiagnosisResponse> => ({
  ok: true,
  acceso: findings.some(({ kind }) => kind === 'in_force'),
  hallazgos: findings.map((finding) => ({
    codigo: finding.kind,
    motivo: detailOf(finding),
    grave: SERIOUS[finding.kind],
    texto: textOf(finding),
  })),
})

function detailOf(finding: Finding): string | null {
  if (finding.kind === 'refused' || finding.kind === 'ended') return finding.reason
  return finding.kind === 'noted' ? finding.note.code : null
}
