import type { BadHttp } from '../../domain/refusal.ts'
import type { RefusalWords } from '../words.ts'

const BAD_HTTP: Readonly<Record<BadHttp, string>> = {
  header_too_large: 'El encabezado es demasiado grande.',
  too_slow: 'La petición no llegó a tiempo.',
  not_http: 'Esto no es una petición HTTP válida.',
  two_hosts: 'El encabezado Host está dos veces.',
}

export const refusals: RefusalWords = {
  invalid_request: [
    'La petición no es válida',
    ({ reason, said }) => (reason ? BAD_HTTP[reason] : (said ?? 'Revise los campos marcados.')),
  ],
  invalid_json: [
    'El cuerpo no es JSON válido',
    ({ reason, said }) => (reason ? 'El cuerpo no está en UTF-8.' : (said ?? 'El cuerpo no es JSON válido.')),
  ],
  no_signature: ['El aviso no es creíble', () => 'Falta el encabezado Stripe-Signature.'],
  bad_signature: ['El aviso no es creíble', () => 'La firma no corresponde a este cuerpo con nuestro secreto.'],
  notice_too_old: ['El aviso no es creíble', () => 'El aviso no se firmó en los últimos cinco minutos.'],
  file_not_readable: ['El archivo no se puede leer', () => 'El archivo no se puede leer así.'],

  missing_token: ['Falta un token de acceso', () => 'Envíe el encabezado «Authorization: Bearer <token>».'],
  invalid_token: [
    'El token de acceso no es válido',
    () => 'El token no existe, está mal escrito, venció o fue revocado.',
  ],
  wrong_credentials: ['No se pudo iniciar sesión', () => 'El correo o la contraseña no son correctos.'],
  wrong_code: [
    'El código no es válido',
    () => 'El código no es válido. Cada código sirve una sola vez; espere el siguiente.',
  ],
  signed_out: ['No hay sesión iniciada', () => 'Su sesión terminó. Inicie sesión de nuevo.'],
  second_factor_needed: ['Falta el segundo factor', () => 'Falta el segundo factor.'],

  insufficient_scope: [
    'Al token le falta un permiso',
    ({ scope }) => `Esta operación necesita el permiso «${scope}» en el token.`,
  ],
  token_without_webhooks: [
    'El token no puede usar webhooks',
    () => 'Este token se creó sin acceso a los webhooks. Use otro que lo tenga o pida uno a quien creó este.',
  ],
  confirmation_needed: [
    'Confirme que es usted',
    () => 'Esto pide otra vez su contraseña o su segundo factor. Confirme que es usted y repita la operación.',
  ],
  second_factor_required: [
    'Su rol pide un segundo factor',
    () =>
      'Quien administra la red exige un segundo factor para su rol. Active una aplicación de autenticación en su cuenta; sin ella no funciona nada más.',
  ],
  wrong_password: ['La contraseña no es correcta', () => 'La contraseña no es correcta.'],
  forbidden: ['Su rol no permite esto', ({ permission }) => `Su rol no tiene el permiso «${permission}».`],
  sessions_of_operator: [
    'Solo el operador puede hacerlo',
    () => 'Solo quien opera la red define cuántas conexiones tiene una credencial.',
  ],
  shop_of_operator: [
    'Solo el operador puede hacerlo',
    () => 'Solo quien opera la red decide qué se ofrece en su tienda.',
  ],
  cross_site: [
    'La petición viene de otro sitio',
    () => 'La petición viene de otro sitio. Abra la consola por su dirección oficial.',
  ],

  route_not_found: ['No hay nada en esta dirección', ({ method, path }) => `No existe ${method} ${path}.`],
  station_not_found: [
    'Esa estación no existe',
    ({ code }) =>
      code === undefined ? 'Esa estación no existe.' : `No hay una estación activa con el código «${code}».`,
  ],
  credential_not_found: ['Esa credencial no existe', () => 'Esa credencial no existe.'],
  webhook_not_found: ['Ese webhook no existe', () => 'Ese webhook no existe.'],
  delivery_not_found: [
    'Esa entrega no existe',
    () => 'Esa entrega ya no existe: las terminadas se borran con el tiempo.',
  ],
  user_not_found: ['Ese usuario no existe', () => 'Ese usuario ya no existe.'],
  session_not_found: ['Esa sesión no existe', () => 'Esa sesión ya terminó.'],
  owner_not_found: [
    'Ese propietario no existe',
    ({ name }) => (name === undefined ? 'Ese propietario no existe.' : `No hay un propietario «${name}».`),
  ],
  token_not_found: ['Ese token no existe', () => 'Ese token no existe.'],
  issue_job_not_found: ['Ese trabajo no existe', () => 'Ese trabajo ya no existe: se borran a los 30 días.'],
  entry_not_found: ['Esa anotación no existe', () => 'Esa anotación no existe.'],
  product_not_found: ['Ese producto no existe', () => 'Ese producto ya no está a la venta.'],
  order_not_found: ['Ese pedido no existe', () => 'Ese pedido no existe.'],
  rover_not_found: ['Ese rover no está conectado', () => 'Ese rover ya no está conectado.'],
  node_not_found: ['No existe ese nodo', ({ name }) => `Ningún caster en marcha se llama «${name}».`],

  credential_expired: ['La credencial ya venció', () => 'La credencial ya venció.'],
  credential_revoked: ['La credencial fue revocada', () => 'La credencial fue revocada: ya no da acceso.'],
  idempotency_in_progress: [
    'La primera petición con esta Idempotency-Key sigue en curso',
    () => 'Una petición con esta Idempotency-Key sigue en curso; pregunte de nuevo en un momento.',
  ],
  webhook_limit_reached: [
    'Demasiados webhooks activos',
    ({ most }) => `Un propietario tiene a lo más ${most} webhooks activos; desactive uno primero.`,
  ],
  webhook_inactive: ['El webhook no está activo', () => 'El webhook está desactivado. Reactívelo primero.'],
  station_exists: [
    'Esa estación ya existe',
    ({ code, archived }) => (archived ? `${code} está archivada: restáurela.` : `${code} ya existe.`),
  ],
  email_taken: ['Ese correo ya está en uso', () => 'Ya hay un usuario con ese correo.'],
  owner_exists: ['Ese propietario ya existe', ({ name }) => `Ya hay un propietario «${name}».`],
  last_administrator: ['Debe quedar un administrador', () => 'Debe quedar al menos un administrador.'],
  second_factor_missing: [
    'No hay segundo factor',
    () => 'No hay segundo factor, o su clave se mostró hace más de 15 minutos: empiece de nuevo a configurarlo.',
  ],
  no_mail_server: [
    'El correo no está configurado',
    () => 'El servicio no tiene servidor de correo (SMTP_URL): entregue el enlace.',
  ],
  order_paid: ['El pedido está pagado', () => 'El pedido ya está pagado.'],
  order_cancelled: ['El pedido está cancelado', () => 'El pedido está cancelado.'],
  order_station_archived: [
    'La estación del pedido está archivada',
    () => 'La estación del pedido está archivada: restáurela, o haga un pedido para otra. No cambió nada.',
  ],
  order_wrong_amount: [
    'El importe no es el del pedido',
    ({ amount, receivedMinor, currency }) =>
      `El pedido es por ${amount}; se recibió ${receivedMinor} ${currency} en unidades menores.`,
  ],
  no_card_payment: ['Aquí no se paga con tarjeta', () => 'Aquí no se paga con tarjeta.'],
  no_coverage: ['No hay cobertura en ese lugar', () => 'En ese lugar no hay cobertura.'],

  link_not_valid: ['El enlace ya no es válido', () => 'El enlace ya se usó o venció: pida uno nuevo.'],
  payload_too_large: [
    'El cuerpo es demasiado grande',
    ({ mostValues }) =>
      mostValues === undefined
        ? 'Es demasiado grande para una sola petición.'
        : `El cuerpo contiene más de ${mostValues} valores: envíelo en partes.`,
  ],
  unsupported_media_type: ['El cuerpo debe ser JSON', () => 'Envíe el cuerpo como application/json.'],
  idempotency_key_reused: [
    'La Idempotency-Key ya se usó para otra petición',
    () => 'Esta Idempotency-Key ya se usó para otra petición; use una nueva para cada petición.',
  ],

  rate_limited: [
    'Demasiadas peticiones',
    ({ perMinute, retryAfterSeconds }) =>
      `Más de ${perMinute} peticiones en este minuto; vuelva a intentar en ${retryAfterSeconds} s.`,
  ],
  too_many_attempts: [
    'Demasiados intentos',
    ({ retryAfterSeconds }) => `Demasiados intentos seguidos; vuelva a intentar en ${retryAfterSeconds} s.`,
  ],
  too_many_orders: [
    'Demasiados pedidos',
    () => 'Hay demasiados pedidos sin pagar desde aquí. Pague uno, o vuelva mañana.',
  ],

  internal_error: [
    'Algo falló de nuestro lado',
    () => 'Algo falló de nuestro lado. Intente de nuevo; si se repite, avise a quien opera el servicio.',
  ],
  payment_provider_failed: [
    'El servicio de pagos falló',
    () => 'El servicio de pagos no responde. Intente en un momento.',
  ],
  service_unavailable: [
    'El servicio no puede responder ahora',
    () => 'El servicio no puede responder ahora. Intente en un momento.',
  ],
  busy: [
    'El servicio está muy ocupado',
    ({ retryAfterSeconds }) => `El servicio está muy ocupado; vuelva a intentar en ${retryAfterSeconds} s.`,
  ],
}
