import type { Translations } from './translations.ts'

export const orders: Translations = {
  'Number of the order.': 'Número del pedido.',
  'State of the order. The customer pays it, or the operator or the payment provider confirms the payment; API callers cannot.':
    'El estado del pedido. Lo paga el cliente, o confirman el pago el operador o el proveedor de pagos; no se puede pagar con la API.',
  'Id of the product; `null` if the order has none.': 'Identificador del producto; `null` si el pedido no tiene.',
  'Name of the product at the time of the order; `null` if the order has none.':
    'Nombre del producto al hacer el pedido; `null` si el pedido no tiene.',
  'Kind of the credential that the order is for.': 'El tipo de la credencial que se pide.',
  'Name of the station group; `null` if the order has none.':
    'Nombre del grupo de estaciones; `null` si el pedido no tiene grupo.',
  'Validity of the credential in seconds.': 'Vigencia de la credencial, en segundos.',
  'Requested start of validity; `null` if validity starts when the order is paid.':
    'Inicio solicitado de la vigencia; `null` si empieza al pagarse el pedido.',
  'Amount in the smallest unit of the currency: 125000 in MXN is 1,250.00 pesos.':
    'Importe en la unidad más pequeña de la moneda: 125000 en MXN son 1,250.00 pesos.',
  'Currency, ISO 4217.': 'Moneda, ISO 4217.',
  'Free text from the customer or the API caller.': 'Texto libre del cliente o de quien hace el pedido.',
  'Time of the order.': 'Fecha y hora del pedido.',
  'Time of payment.': 'Fecha y hora del pago.',
  'Time of payment; `null` if the order is not paid.': 'Fecha y hora del pago; `null` si el pedido no se ha pagado.',
  'Time of cancellation; `null` if the order is not cancelled.':
    'Fecha y hora de la cancelación; `null` si el pedido no se ha cancelado.',
  'Payment method; `null` if the order is not paid.': 'Forma de pago; `null` si el pedido no se ha pagado.',
  'Reference of the payment at the payment provider.': 'Referencia del pago con el proveedor de pagos.',
  'Customer page with the state of the order and the ways to pay. The link is unguessable.':
    'Página del cliente con el estado del pedido y las formas de pago. El enlace es imposible de adivinar.',
  '`true` if a test token created the order. It cannot be paid, and only test tokens see it.':
    '`true` si el pedido se creó con un token de prueba. No se puede pagar y solo lo ven los tokens de prueba.',
  'An order for a credential, in any state.': 'Un pedido de una credencial, en cualquier estado.',
  'A page of orders.': 'Una página de pedidos.',
  'One order.': 'Un pedido.',
  'State of an order.': 'El estado de un pedido.',
  'State of the order: always `pagada` in `order.paid`.': 'El estado del pedido: en `order.paid`, siempre `pagada`.',
  '`manual`: a person confirmed the payment. Any other value names the payment provider that confirmed it.':
    '`manual`: una persona confirmó el pago. Cualquier otro valor nombra al proveedor de pagos que lo confirmó.',
  'Id of a product of the organization that is on sale. The product defines the price, the validity and the access.':
    'Identificador de un producto de la organización que está a la venta. El producto define el precio, la vigencia y el acceso.',
  'Validity in seconds. If given, it must equal the validity of the product.':
    'Vigencia en segundos. Si se envía, debe ser igual a la del producto.',
  'Id of the station. If omitted, the order is for the station of the product or for the network mountpoint.':
    'Identificador de la estación. Si se omite, el pedido es para la estación del producto o para el punto de montaje de red.',
  'Name of a station group (case-insensitive). Cannot be combined with a station. If omitted, the group of the product applies.':
    'Nombre de un grupo de estaciones, sin distinguir mayúsculas. No se combina con una estación. Si se omite, se usa el grupo del producto.',
  'E-mail address of the customer. The connection details are sent to it once the order is paid.':
    'El correo del cliente. Los datos de conexión se envían a él cuando se paga el pedido.',
  'Start of validity, in the same formats as for a credential. If omitted, or already past when the order is paid, validity starts on payment.':
    'Inicio de la vigencia, con los mismos formatos que en una credencial. Si se omite, o si ya pasó cuando se paga el pedido, la vigencia empieza con el pago.',
  'Free text that becomes the `label` of the credential.': 'Texto libre que será el `label` de la credencial.',
  'An order for a product.': 'Un pedido de un producto.',
  'Validity in seconds. The price comes from the product that offers exactly this validity and access.':
    'Vigencia en segundos. El precio es el del producto que ofrece exactamente esta vigencia y este acceso.',
  'An order for a validity on a station, a group or the network.':
    'Un pedido de una vigencia, para una estación, un grupo o la red.',
  'List orders of the organization, newest first': 'Listar los pedidos de la organización, los más recientes primero',
  'Only orders in this state.': 'Solo pedidos en este estado.',
  'Create an order that the customer pays': 'Crear un pedido para que lo pague el cliente',
  'Creates a pending order with `pago_url`, the page where the customer pays. The price comes from the product: from `producto_id`, or from the product on sale that offers this station, group or network for `segundos`. Returns 409 `no_product_offers_it` if there is none. On payment, the credential is issued, and `order.paid` and `credential.issued` are emitted. With `credential_id` the order renews that credential: a product on sale with the same access sets the price, the customer is that of the credential unless given, and payment adds the time, with the same `usuario` and `password`, and emits `order.paid` and `credential.renewed`. A revoked credential returns 409.':
    'Crea un pedido pendiente con `pago_url`, la página donde paga el cliente. El precio es el del producto: el de `producto_id`, o el del producto a la venta que ofrece esta estación, este grupo o la red con la vigencia de `segundos`. Si no hay ninguno, responde un 409 `no_product_offers_it`. Al pagarse, se emite la credencial y se envían `order.paid` y `credential.issued`. Con `credential_id` el pedido renueva esa credencial: el precio es el de un producto a la venta con el mismo acceso, el cliente es el de la credencial salvo que se indique otro, y el pago agrega el tiempo con el mismo `usuario` y `password` y envía `order.paid` y `credential.renewed`. Una credencial revocada responde un 409.',
  'The order, pending.': 'El pedido, pendiente.',
  'Get an order': 'Consultar un pedido',
  'An order of another organization returns 404.': 'Un pedido de otra organización responde un 404.',
  'The order.': 'El pedido.',
  'Cancel an order': 'Cancelar un pedido',
  'A cancelled order cannot be paid. Idempotent: repeating the call returns the same response. A paid order returns 409; revoke its credential with DELETE /credentials/{id} instead.':
    'Un pedido cancelado no se puede pagar. Idempotente: repetir la petición devuelve la misma respuesta. Un pedido pagado responde un 409; en ese caso, revoque su credencial con DELETE /credentials/{id}.',
  'The order, cancelled.': 'El pedido, cancelado.',
  'Id of the credential that the payment issued or renews; `null` if there is none yet.':
    'Identificador de la credencial que el pago emitió o renueva; `null` si aún no hay ninguna.',
  '`true` if the payment renews `credential_id`, with the same `usuario` and `password`.':
    '`true` si el pago renueva `credential_id`, con el mismo `usuario` y `password`.',
  'Id of the credential that the payment issued or renewed.':
    'Identificador de la credencial que el pago emitió o renovó.',
  '`true` if the payment renewed an existing credential.': '`true` si el pago renovó una credencial existente.',
  'A paid order that issued or renewed a credential.': 'Un pedido pagado que emitió o renovó una credencial.',
  "The customer's name. If omitted in a renewal, the name of the credential applies.":
    'El nombre del cliente. Si se omite en una renovación, se usa el de la credencial.',
  "The customer's e-mail address. If omitted in a renewal, the address of the credential applies.":
    'El correo del cliente. Si se omite en una renovación, se usa el de la credencial.',
  'Id of the credential that the payment renews, with the same `usuario` and `password`. The product must offer its access.':
    'Identificador de la credencial que el pago renueva, con el mismo `usuario` y `password`. El producto debe ofrecer su acceso.',
  'An order that renews a credential with a product.': 'Un pedido que renueva una credencial con un producto.',
  'An order that renews a credential for a validity.': 'Un pedido que renueva una credencial por una vigencia.',
  'The product or the validity to order, for a new credential or to renew one, and the customer.':
    'El producto o la vigencia que se pide, para una credencial nueva o para renovar una, y el cliente.',
}
