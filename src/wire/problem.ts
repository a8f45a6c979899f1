import { type Static, Type } from 'typebox'

export const ProblemSchema = Type.Object(
  {
    ok: Type.Boolean({ description: 'Always false in an error.' }),
    type: Type.String({
      format: 'uri-reference',
      description: 'Identifies the kind of problem and leads to its explanation.',
    }),
    title: Type.String({ description: 'The kind of problem in words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    code: Type.String({ description: 'Stable name of the kind of problem, for programs.' }),
    request_id: Type.String({ description: 'Names this request in our logs.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({ pointer: Type.String({ description: 'JSON pointer to the field.' }), detail: Type.String() }),
        {
          description: 'For a bad request: each field that is wrong.',
        },
      ),
    ),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
)

export type Problem = Static<typeof ProblemSchema>
