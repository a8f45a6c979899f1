import { type Static, Type } from 'typebox'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { CredentialRequest } from '../../domain/credentials/request.ts'
import { As, Form, PRINTABLE, Ref, TIME_PATTERN } from '../common.ts'
import { GroupName } from '../stations/group.ts'
import { stationFields } from '../stations/station.ts'
import { Metadata, PASSWORD_PATTERN, USERNAME_PATTERN } from './credential.ts'
import { GeofenceSchema, geofenceFromWire } from './geofence.ts'
import { wireSchemas, writtenFromWire } from './written.ts'

export const CredentialRequestSchema = Type.Object(
  {
    segundos: Type.Integer({
      minimum: MIN_VALIDITY_SECONDS,
      maximum: MAX_VALIDITY_SECONDS,
      format: 'int32',
      description: 'Validity in seconds, counted from the start of validity (`inicia_at`).',
    }),
    ...stationFields(
      'Id of the station. With neither a station nor a group, the credential gives access to the network mountpoint.',
    ),
    grupo: Type.Optional(
      GroupName(
        'Name of a station group (case-insensitive). The credential gives access to the mountpoints of its stations, and to the network mountpoint within the group. Cannot be combined with a station.',
      ),
    ),
    ...wireSchemas.request,
    enviar_email: Type.Optional(
      Type.Boolean({
        // Named, because openapi-typescript makes an inline field with a default required, but not a reference.
        title: 'SendEmail',
        default: false,
        description:
          'Send the connection details to `cliente_email`. Returns 400 if the service has no mail transport. With a test token, the same checks apply and no e-mail is sent.',
      }),
    ),
    inicia_at: Type.Optional(
      Type.String({
        maxLength: 40,
        ...Form(TIME_PATTERN),
        description:
          'Start of validity: a date `YYYY-MM-DD` (00:00 Mexico central time) or an ISO 8601 timestamp (Mexico central time if it has no offset). Default: now. A time earlier today or up to 5 minutes ago means now; an earlier time returns 400. At most 180 days ahead.',
        examples: ['2026-11-16', '2026-11-16T08:00:00-06:00'],
      }),
    ),
    referencia: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        ...Form(PRINTABLE(1, 100)),
        description:
          'Your own identifier of the credential, such as an order number. It is never reused among your credentials: a duplicate returns 409 with the id of the existing credential.',
      }),
    ),
    metadatos: Type.Optional(Metadata('Your own data about the credential.')),
    geocerca: Type.Optional(As(GeofenceSchema, 'Geofence of the credential. If omitted, it can be used anywhere.')),
    suspendida: Type.Optional(
      Type.Boolean({
        title: 'StartSuspended',
        default: false,
        description: 'Issue the credential suspended. `POST …/reanudar` resumes it.',
      }),
    ),
    usuario: Type.Optional(
      Type.String({
        pattern: USERNAME_PATTERN,
        description:
          'NTRIP username of your choice. If omitted, one is generated. A username that ever existed returns 409.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        pattern: PASSWORD_PATTERN,
        description:
          'An existing password from another caster: 16 to 64 printable ASCII characters without `:`. Requires the scope `import`. If omitted, one is generated.',
      }),
    ),
  },
  {
    $id: 'CredentialRequest',
    additionalProperties: false,
    description: 'The credential to issue. Unknown fields are rejected.',
    examples: [
      {
        segundos: 2592000,
        station_codigo: 'CDMX',
        label: 'Obra norte',
        cliente_nombre: 'María Peña',
        cliente_email: 'maria@example.mx',
      },
    ],
  },
)

export const BATCH_LIMIT = 1000

export const BatchRequestSchema = Type.Object(
  { credentials: Type.Array(Ref(CredentialRequestSchema), { minItems: 1, maxItems: BATCH_LIMIT }) },
  { $id: 'BatchRequest', additionalProperties: false, description: 'Credentials to issue, all or none.' },
)

export function credentialFromWire(body: Static<typeof CredentialRequestSchema>): CredentialRequest {
  return {
    validitySeconds: body.segundos,
    stationId: body.station_id,
    stationCode: body.station_codigo,
    group: body.grupo,
    ...writtenFromWire(body),
    sendEmail: body.enviar_email ?? false,
    startsAt: body.inicia_at,
    reference: body.referencia,
    metadata: body.metadatos,
    fence: body.geocerca && geofenceFromWire(body.geocerca),
    suspended: body.suspendida,
    username: body.usuario,
    password: body.password,
  }
}
