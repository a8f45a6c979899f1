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
  /** None: the whole network. */
  stations: T.List(T.Exact({ id: T.Id, code: T.Text })),
  /** What the last note says. */
  stage: T.OneOf(STAGES),
  createdAt: T.At,
  updatedAt: T.At,
  notes: T.List(Note),
})
export type Incident = T.Received<typeof Incident>

const NewNote = {
  stage: T.OneOf(STAGES),
  /** Texts have no line breaks: each is a paragraph. */
  paragraphs: Type.Array(Type.String({ maxLength: LONGEST_PARAGRAPH, pattern: '\\S' }), {
    minItems: 1,
    maxItems: MOST_PARAGRAPHS,
  }),
  /** Whether those who subscribed get a mail. */
  mail: T.Flag,
}

export const INCIDENT_ROUTES = {
  'GET /incidents': {
    query: T.ListQuery({}),
    answer: { incidents: T.List(Incident), nextCursor: T.NextCursor },
  },
  'GET /incidents/audience': {
    /** How many confirmed, and whether this service sends mails at all. */
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
