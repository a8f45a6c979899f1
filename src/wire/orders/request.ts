import { type Static, Type } from 'typebox'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import type { OrderRequest } from '../../domain/orders/request.ts'
import { Form, PRINTABLE, TIME_PATTERN } from '../common.ts'
import { GroupName } from '../stations/group.ts'
import { stationFields } from '../stations/station.ts'

const product = Type.Integer({
  minimum: 1,
  format: 'int64',
  description:
    'Id of a product of the organization that is on sale. The product defines the price, the validity and the access.',
})
const validity = (description: string) =>
  Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS, format: 'int32', description })

const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', ...Form(PRINTABLE(1, 200)), description })
const email = (description: string) => Type.String({ format: 'email', maxLength: 254, description })
const customer = {
  cliente_nombre: name("The customer's name."),
  cliente_email: email('E-mail address of the customer. The connection details are sent to it once the order is paid.'),
}
/** In a renewal the credential has the customer. */
const optionalCustomer = {
  cliente_nombre: Type.Optional(
    name("The customer's name. If omitted in a renewal, the name of the credential applies."),
  ),
  cliente_email: Type.Optional(
    email("The customer's e-mail address. If omitted in a renewal, the address of the credential applies."),
  ),
}

const access = {
  ...stationFields(
    'Id of the station. If omitted, the order is for the station of the product or for the network mountpoint.',
  ),
  grupo: Type.Optional(
    GroupName(
      'Name of a station group (case-insensitive). Cannot be combined with a station. If omitted, the group of the product applies.',
    ),
  ),
  inicia_at: Type.Optional(
    Type.String({
      maxLength: 40,
      ...Form(TIME_PATTERN),
      description:
        'Start of validity, in the same formats as for a credential. If omitted, or already past when the order is paid, validity starts on payment.',
      examples: ['2026-11-16', '2026-11-16T08:00:00-06:00'],
    }),
  ),
  label: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Free text that becomes the `label` of the credential.',
    }),
  ),
}
const credential = Type.Integer({
  minimum: 1,
  format: 'int64',
  description:
    'Id of the credential that the payment renews, with the same `usuario` and `password`. The product must offer its access.',
})

const maria = { cliente_nombre: 'María Peña', cliente_email: 'maria@example.mx' }
const byProductExample = { producto_id: 4, ...maria, label: 'Obra norte' }
const byValidityExample = { segundos: 2592000, station_codigo: 'CDMX', ...maria }
const renewalExample = { credential_id: 1042, segundos: 2592000 }

const ByProduct = Type.Object(
  {
    producto_id: product,
    segundos: Type.Optional(validity('Validity in seconds. If given, it must equal the validity of the product.')),
    ...access,
    ...customer,
  },
  {
    title: 'ProductOrderRequest',
    additionalProperties: false,
    description: 'An order for a product.',
    examples: [byProductExample],
  },
)
const ByValidity = Type.Object(
  {
    segundos: validity(
      'Validity in seconds. The price comes from the product that offers exactly this validity and access.',
    ),
    ...access,
    ...customer,
  },
  {
    title: 'ValidityOrderRequest',
    additionalProperties: false,
    description: 'An order for a validity on a station, a group or the network.',
    examples: [byValidityExample],
  },
)

const renewal = { credential_id: credential, ...optionalCustomer }
const RenewalByProduct = Type.Object(
  {
    ...renewal,
    producto_id: product,
    segundos: Type.Optional(validity('Validity in seconds. If given, it must equal the validity of the product.')),
  },
  {
    title: 'ProductRenewalOrderRequest',
    additionalProperties: false,
    description: 'An order that renews a credential with a product.',
    examples: [{ credential_id: 1042, producto_id: 4 }],
  },
)
const RenewalByValidity = Type.Object(
  {
    ...renewal,
    segundos: validity(
      'Validity in seconds. The price comes from the product that offers exactly this validity and access.',
    ),
  },
  {
    title: 'RenewalOrderRequest',
    additionalProperties: false,
    description: 'An order that renews a credential for a validity.',
    examples: [renewalExample],
  },
)

export const OrderRequestSchema = Type.Object(
  {
    producto_id: Type.Optional(product),
    segundos: Type.Optional(validity('Validity in seconds.')),
    credential_id: Type.Optional(credential),
    ...access,
    ...optionalCustomer,
  },
  {
    $id: 'OrderRequest',
    additionalProperties: false,
    description:
      'The product or the validity to order, for a new credential or to renew one, and the customer. Unknown fields are rejected.',
    described: { oneOf: [ByProduct, ByValidity, RenewalByProduct, RenewalByValidity] },
    examples: [byProductExample, byValidityExample, renewalExample],
  },
)

export const orderFromWire = (body: Static<typeof OrderRequestSchema>): OrderRequest => ({
  productId: body.producto_id,
  validitySeconds: body.segundos,
  stationId: body.station_id,
  stationCode: body.station_codigo,
  group: body.grupo,
  credentialId: body.credential_id,
  customerName: body.cliente_nombre,
  customerEmail: body.cliente_email,
  startsAt: body.inicia_at,
  label: body.label,
})
