import { Type } from 'typebox'
import {
  IMPACTS,
  LONGEST_PARAGRAPH,
  LONGEST_TITLE,
  MOST_PARAGRAPHS,
  STAGES,
} from '../../../../domain/alerts/incidents/incident.ts'
import * as T from '../pieces.ts'

const Note = T.Exact({ id: T.Id, stage: T.OneOf(STAGES), text: T.Text, createdAt: T.At })

export const Incident = T.Exact({
  id: T.Id,
  title: T.Text,
  impact: T.OneOf(IMPACTS),
  /** Empty if the whole network is affected. */
  stations: T.List(T.Exact({ id: T.Id, code: T.Text })),
  /** Stage of the last note. */
  stage: T.OneOf(STAGES),
  createdAt: T.At,
  updatedAt: T.At,
  notes: T.List(Note),
})
export type Incident = T.Received<typeof Incident>

const NewNote = {
  stage: T.OneOf(STAGES),
  /** One string per paragraph, because strings must not contain line breaks. */
  paragraphs: Type.Array(Type.String({ maxLength: LONGEST_PARAGRAPH, pattern: '\\S' }), {
    minItems: 1,
    maxItems: MOST_PARAGRAPHS,
  }),
  /** Whether subscribers get a mail. */
  mail: T.Flag,
}

export const INCIDENT_ROUTES = {
  'GET /incidents': {
    query: T.ListQuery({}),
    answer: { incidents: T.List(Incident), nextCursor: T.NextCursor },
  },
  'GET /incidents/audience': {
    /** `subscribers` counts confirmed ones; `sendsMail` is false if the service sends no mail. */
    answer: { subscribers: T.Count, sendsMail: T.Flag, statusPage: T.Flag },
  },
  'GET /incidents/:id': { answer: { incident: Incident } },
  'POST /incidents': {
    body: T.Exact({
      title: Type.String({ minLength: 1, maxLength: LONGEST_TITLE, pattern: '^\\S(.*\\S)?$' }),
      impact: T.OneOf(IMPACTS),
      stationIds: Type.Array(T.Id, { uniqueItems: true, maxItems: 1_000 }),
      ...NewNote,
    }),
    answer: { incident: Incident },
    status: 201,
  },
  'POST /incidents/:id/notes': { body: T.Exact(NewNote), answer: { incident: Incident }, status: 201 },
  'DELETE /incidents/:id': { answer: {} },
} as const satisfies Record<string, T.RouteContract>
