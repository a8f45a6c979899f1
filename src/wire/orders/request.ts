import { type Static, Type } from 'typebox'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { OrderRequest } from '../../domain/orders/request.ts'
import { Form, PRINTABLE, TIME_PATTERN } from '../common.ts'
import { GroupName } from '../stations/group.ts'
import { STATION_CODE } from '../stations/station.ts'

const product = Type.Integer({
  minimum: 1,
  format: 'int64',
  description: 'A product of the owner that is on sale: it says the price, the validity and what it gives access to.',
})
const validity = (description: string) =>
  Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS, format: 'int32', description })

const shared = {
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
}

const customer = { cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx' }
const byProductExample = { producto_id: 4, ...customer, label: 'Obra norte' }
const byValidityExample = { segundos: 2592000, station_codigo: 'CDMX', ...customer }

const ByProduct = Type.Object(
  { producto_id: product, segundos: Type.Optional(validity('If given, the validity of the product.')), ...shared },
  {
    title: 'ProductOrderRequest',
    additionalProperties: false,
    description: 'An order of a product.',
    examples: [byProductExample],
  },
)
const ByValidity = Type.Object(
  {
    segundos: validity('Validity in seconds. The price is that of the product that offers exactly this.'),
    ...shared,
  },
  {
    title: 'ValidityOrderRequest',
    additionalProperties: false,
    description: 'An order of a validity, for a station, a group or the network.',
    examples: [byValidityExample],
  },
)

export const OrderRequestSchema = Type.Object(
  { producto_id: Type.Optional(product), segundos: Type.Optional(validity('Validity in seconds.')), ...shared },
  {
    $id: 'OrderRequest',
    additionalProperties: false,
    description: 'What is ordered, by whom: a product, or a validity. Unknown fields are refused.',
    described: { oneOf: [ByProduct, ByValidity] },
    examples: [byProductExample, byValidityExample],
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
