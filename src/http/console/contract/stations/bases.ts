// Positions of bases that are no stations, from uploaded RINEX files.
import { Type } from 'typebox'
import {
  BASE_STATES,
  type BaseFailure,
  MOST_FILE_BYTES,
  PART_BYTES,
} from '../../../../domain/archive/integrity/base-run.ts'
import { LANGUAGES } from '../../../../domain/people/user.ts'
import * as T from '../pieces.ts'
import { COMPUTED } from './integrity.ts'

const BASE_RUN = T.Exact({
  id: T.Text,
  fileName: T.Text,
  bytes: T.Count,
  state: T.OneOf(BASE_STATES),
  progressPct: T.Count,
  failure: T.OrNull(T.Word<BaseFailure>()),
  /** Line of the file that cannot be read. */
  line: T.NumberOrNull,
  createdAt: T.At,
  finishedAt: T.AtOrNull,
  /** `null` until it is ready. */
  result: T.OrNull(
    T.Exact({
      computed: COMPUTED,
      /** Frame and epoch of the neighbours' coordinates. */
      datum: T.Text,
      /** Codes. */
      neighbours: T.List(T.Text),
    }),
  ),
})
export type BaseRunAnswer = T.Received<typeof BASE_RUN>

export const BASE_ROUTES = {
  /** Newest first. */
  'GET /bases': { answer: { bases: T.List(BASE_RUN) } },
  /** Announces a file. Its parts follow in order, each of 2 MB except the last. */
  'POST /bases': {
    body: T.Exact({
      fileName: Type.String({ minLength: 1, maxLength: 200 }),
      bytes: Type.Integer({ minimum: 1, maximum: MOST_FILE_BYTES }),
    }),
    answer: { base: BASE_RUN, partBytes: T.Count },
    status: 201,
  },
  'POST /bases/:id/parts/:part': { body: 'file' as const, mostBytes: PART_BYTES, answer: { base: BASE_RUN } },
  /** PDF. */
  'GET /bases/:id/report.pdf': {
    query: Type.Object({ language: T.OneOf(LANGUAGES) }),
    answer: 'file' as const,
  },
}
