import type { Translations } from './translations.ts'

export const orders: Translations = {
  'Number of the order.': 'Número del pedido.',
  'Paying it is up to the customer, the operator or the payment provider.':
    'Lo pagan o lo confirman el cliente, el operador o el proveedor de pagos.',
  'The product; null: none was named.': 'El producto; `null` si no se indicó ninguno.',
  'Its name when it was ordered.': 'Su nombre al hacer el pedido.',
  'As of the credential.': 'Como en la credencial.',
  'The station of a `base` order.': 'La estación de un pedido `base`.',
  'The name of its group of stations; null: it has none.':
    'El nombre de su grupo de estaciones; `null` si no tiene grupo.',
  'Validity that is bought.': 'Vigencia que se compra.',
  'Start that was asked for; null: when it is paid.': 'Inicio solicitado; `null`: al pagarse.',
  'Amount in the smallest unit of the currency: 125000 of MXN are 1,250.00 pesos.':
    'Importe en la unidad más pequeña de la moneda: 125000 en MXN son 1,250.00 pesos.',
  'Currency, ISO 4217.': 'Moneda, ISO 4217.',
  'Free text of the customer or the caller.': 'Texto libre del cliente o de quien hace el pedido.',
  'When it was ordered.': 'Cuándo se hizo el pedido.',
  'When it was paid.': 'Cuándo se pagó.',
  'When it was cancelled.': 'Cuándo se canceló.',
  'How it was paid; null: it was not.': 'Cómo se pagó; `null` si no se ha pagado.',
  "The provider's reference.": 'La referencia del proveedor de pagos.',
  'The credential that it became when it was paid.': 'La credencial que generó al pagarse.',
  'Customer page with the state of the order and the ways to pay. The link is unguessable.':
    'Página del cliente con el estado del pedido y las formas de pago. El enlace es imposible de adivinar.',
  'true: created with a test token. It cannot be paid, and only test tokens see it.':
    '`true`: se creó con un token de prueba. No se puede pagar y solo lo ven los tokens de prueba.',
  'An order for access, paid or to be paid.': 'Un pedido de acceso, pagado o por pagar.',
  'A page of orders.': 'Una página de pedidos.',
  'What is ordered, by whom: a product, or a validity. Unknown fields are refused.':
    'Qué se pide y para quién: un producto o una vigencia. Los campos desconocidos se rechazan.',
  'One order.': 'Un pedido.',
  'How the order stands.': 'El estado del pedido.',
  'In `order.paid` always `pagada`.': 'En `order.paid`, siempre `pagada`.',
  'Name of the product when it was ordered; null: none was named.':
    'Nombre del producto al hacer el pedido; `null` si no se indicó ninguno.',
  'Validity that was bought.': 'Vigencia que se compró.',
  'Start that was asked for; null: when it was paid.': 'Inicio solicitado; `null`: cuando se pagó.',
  'The credential that it became.': 'La credencial que generó.',
  'An order that became a credential.': 'Un pedido que generó una credencial.',
  '`manual`: a person confirmed the payment; otherwise the provider.':
    '`manual`: una persona confirmó el pago; si no, el proveedor de pagos.',
  'A product of the owner that is on sale: it says the price, the validity and what it gives access to.':
    'Un producto a la venta de la organización. Define el precio, la vigencia y el acceso.',
  'If given, the validity of the product.': 'Si se envía, debe ser la vigencia del producto.',
  'Station. Without one the order is for the network mountpoint, or for the station of the product.':
    'Estación. Sin ella, el pedido es para el punto de montaje de red o para la estación del producto.',
  'Group of stations, by its name in any case; not together with a station. Without one, that of the product.':
    'Grupo de estaciones, por su nombre, sin distinguir mayúsculas. No se combina con una estación. Si se omite, el del producto.',
  "The customer's e-mail, to which the connection data go once the order is paid.":
    'El correo del cliente, al que se envían los datos de conexión cuando se paga el pedido.',
  'Start of service, as of a credential. Omitted or passed by then: when the order is paid.':
    'Inicio del servicio, como en una credencial. Si se omite, o si ya pasó: cuando se paga el pedido.',
  "Free text: the credential's `label` once it is paid.":
    'Texto libre: será el `label` de la credencial cuando se pague.',
  'An order of a product.': 'Un pedido de un producto.',
  'Validity in seconds. The price is that of the product that offers exactly this.':
    'Vigencia en segundos. El precio es el del producto que ofrece exactamente esto.',
  'An order of a validity, for a station, a group or the network.':
    'Un pedido de una vigencia, para una estación, un grupo o la red.',
  'List orders of the organization, newest first': 'Listar los pedidos de la organización, los más recientes primero',
  'Only orders in this state.': 'Solo pedidos en este estado.',
  'Create an order that the customer pays': 'Crear un pedido para que lo pague el cliente',
  'Creates a pending order with `pago_url`, the page where the customer pays. The price comes from the product: from `producto_id`, or from the product on sale that offers this station, group or network for `segundos`. Returns 409 `no_product_offers_it` if there is none. On payment, the credential is issued, and `order.paid` and `credential.issued` are emitted.':
    'Crea un pedido pendiente con `pago_url`, la página donde paga el cliente. El precio es el del producto: el de `producto_id`, o el del producto a la venta que ofrece esta estación, este grupo o la red con la vigencia de `segundos`. Si no hay ninguno, responde un 409 `no_product_offers_it`. Al pagarse, se emite la credencial y se envían `order.paid` y `credential.issued`.',
  'The order, pending.': 'El pedido, pendiente.',
  'Get an order': 'Consultar un pedido',
  'An order of another organization returns 404.': 'Un pedido de otra organización responde un 404.',
  'The order.': 'El pedido.',
  'Cancel an order': 'Cancelar un pedido',
  'A cancelled order cannot be paid. Idempotent: repeating the call returns the same response. A paid order returns 409; revoke its credential with DELETE /credentials/{id} instead.':
    'Un pedido cancelado no se puede pagar. Idempotente: repetir la petición devuelve la misma respuesta. Un pedido pagado responde un 409; en ese caso, revoque su credencial con DELETE /credentials/{id}.',
  'The order, cancelled.': 'El pedido, cancelado.',
}
