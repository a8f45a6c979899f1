import { type Static, Type } from 'typebox'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { OrderRequest } from '../../domain/orders/request.ts'
import { Form, PRINTABLE, TIME_PATTERN } from '../common.ts'
import { GroupName } from '../stations/group.ts'
import { STATION_CODE } from '../stations/station.ts'

export const OrderRequestSchema = Type.Object(
  {
    producto_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        format: 'int64',
        description:
          'A product of the owner that is on sale: it says the price, the validity and what it gives access to.',
      }),
    ),
    segundos: Type.Optional(
      Type.Integer({
        minimum: MIN_VALIDITY_SECONDS,
        maximum: MAX_VALIDITY_SECONDS,
        format: 'int32',
        description:
          'Validity in seconds. Needed without `producto_id`; the price is then that of the product that offers just this. With a product, that of the product.',
      }),
    ),
    station_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        format: 'int64',
        description: 'Station. Without one the order is for the network mountpoint, or for the station of the product.',
      }),
    ),
    station_codigo: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 32,
        ...Form(STATION_CODE),
        description: 'Alternative to `station_id`; both together must agree.',
      }),
    ),
    grupo: Type.Optional(
      GroupName(
        'Group of stations, by its name in any case; not together with a station. Without one, that of the product.',
      ),
    ),
    cliente_nombre: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      ...Form(PRINTABLE(1, 200)),
      description: "The customer's name.",
    }),
    cliente_email: Type.String({
      format: 'email',
      maxLength: 254,
      description: "The customer's e-mail, to which the connection data go once the order is paid.",
    }),
    inicia_at: Type.Optional(
      Type.String({
        maxLength: 40,
        ...Form(TIME_PATTERN),
        description: 'Start of service, as of a credential. Omitted or passed by then: when the order is paid.',
        examples: ['2026-11-16', '2026-11-16T08:00:00-06:00'],
      }),
    ),
    label: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Free text: the credential's `label` once it is paid.",
      }),
    ),
  },
  {
    $id: 'OrderRequest',
    additionalProperties: false,
    description: 'What is ordered, by whom. Unknown fields are refused.',
    examples: [
      { producto_id: 4, cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx', label: 'Obra norte' },
      {
        segundos: 2592000,
        station_codigo: 'CDMX',
        cliente_nombre: 'María Peña',
        cliente_email: 'maria@example.mx',
      },
    ],
  },
)

export const orderFromWire = (body: Static<typeof OrderRequestSchema>): OrderRequest => ({
  productId: body.producto_id,
  validitySeconds: body.segundos,
  stationId: body.station_id,
  stationCode: body.station_codigo,
  group: body.grupo,
  customerName: body.cliente_nombre,
  customerEmail: body.cliente_email,
  startsAt: body.inicia_at,
  label: body.label,
})
