import type { BadHttp, BadJson } from '../../domain/codes/refusal.ts'
import type { SsoFailure, SsoNoEntry } from '../../domain/people/single-sign-on.ts'
import type { RefusalWords } from '../words.ts'
import { groupUse } from './groups.ts'
import { QUOTA } from './quotas.ts'

const BAD_HTTP: Readonly<Record<BadHttp, string>> = {
  not_http: 'Esto no es una petición HTTP válida.',
  no_host: 'Falta el encabezado Host.',
  two_hosts: 'El encabezado Host está dos veces.',
  bad_address: 'La dirección tiene una secuencia de escape que no se puede leer.',
  bad_length: 'El cuerpo no mide lo que dice el encabezado Content-Length.',
}

const BAD_JSON: Readonly<Record<BadJson, string>> = {
  not_utf8: 'El cuerpo no está en UTF-8.',
  ends_early: 'El cuerpo no es JSON válido: termina antes de tiempo.',
  forbidden_name: 'El cuerpo tiene un nombre que no se permite («__proto__» o «constructor»).',
}

const SSO_FAILURE: Readonly<Record<SsoFailure, (error: string) => string>> = {
  not_begun: () =>
    'Este inicio de sesión no empezó en este navegador, ya se usó, o tomó más de 10 minutos. Empiece de nuevo.',
  refused: (error) => `El proveedor de inicio de sesión no lo permitió (${error}).`,
  not_valid: () =>
    'La respuesta del proveedor de inicio de sesión no se pudo verificar. Avise a quien administra la red si se repite.',
  somebody_else: () => 'Se identificó otra persona. Confirme con la misma cuenta con la que entró.',
  not_asked_again: () =>
    'El proveedor no pidió identificarse de nuevo, o no lo dice. Confirme con su contraseña o su segundo factor; si no tiene ninguno aquí, salga, vuelva a entrar y, antes de 10 minutos, active el segundo factor en Mi cuenta.',
}

const SSO_NO_ENTRY: Readonly<Record<SsoNoEntry, (who: string) => string>> = {
  no_role: (who) =>
    `La cuenta ${who} no tiene permiso para entrar a esta consola. Pida a quien administra la red que se lo dé en el proveedor.`,
  no_owner: (who) =>
    `La cuenta ${who} es de revendedor, pero el proveedor no indica una organización que exista aquí. Avise a quien administra la red.`,
  no_email: (who) => `El proveedor no indica el correo de la cuenta ${who}. Avise a quien administra la red.`,
  email_taken: (who) =>
    `Ya hay una cuenta de ${who} que entra de otra forma. Entre con su contraseña, o avise a quien administra la red.`,
  disabled: (who) => `La cuenta ${who} está deshabilitada en esta consola.`,
}

export const refusals: RefusalWords = {
  invalid_request: [
    'La petición no es válida',
    ({ reason }) => (reason ? BAD_HTTP[reason] : 'Revise los campos marcados.'),
  ],
  invalid_json: [
    'El cuerpo no es JSON válido',
    ({ reason, at }) =>
      reason
        ? BAD_JSON[reason]
        : `El cuerpo no es JSON válido${at === undefined ? '' : `: falla en el carácter ${at}`}.`,
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
  sso_failed: ['No se pudo iniciar sesión', ({ failure, error = '' }) => SSO_FAILURE[failure](error)],

  insufficient_scope: [
    'Al token le falta un permiso',
    ({ scope }) => `Esta operación necesita el permiso «${scope}» en el token.`,
  ],
  only_in_test_mode: [
    'Solo para pruebas',
    () => 'Así solo se vence una credencial que hizo un token de prueba. Esta se revoca con DELETE.',
  ],
  token_without_webhooks: [
    'El token no puede usar webhooks',
    () => 'Este token se creó sin acceso a los webhooks. Use otro que lo tenga o pida uno a quien creó este.',
  ],
  token_without_passwords: [
    'El token no puede ver contraseñas',
    () => 'Este token se creó sin acceso a las contraseñas, y el correo lleva una. Use otro que lo tenga.',
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
  sso_no_entry: ['No tiene acceso', ({ obstacle, who }) => SSO_NO_ENTRY[obstacle](who)],
  local_login_off: [
    'Aquí no se entra con contraseña',
    () => 'Aquí no se entra con contraseña. Use el inicio de sesión de su organización.',
  ],
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
  method_not_allowed: [
    'El método no es posible aquí',
    ({ method, allowed }) => `${method} no es posible en esta dirección; admite ${allowed.join(', ')}.`,
  ],
  request_timeout: ['La petición tardó demasiado', () => 'La petición no llegó a tiempo; envíela de nuevo.'],
  station_not_found: [
    'Esa estación no existe',
    ({ code }) =>
      code === undefined ? 'Esa estación no existe.' : `No hay una estación activa con el código «${code}».`,
  ],
  group_not_found: [
    'El grupo no existe',
    ({ name }) => (name === undefined ? 'No existe ese grupo de estaciones.' : `No existe el grupo «${name}».`),
  ],
  credential_not_found: ['Esa credencial no existe', () => 'Esa credencial no existe.'],
  customer_not_found: ['Ese cliente no existe', () => 'Ninguna credencial ni pedido es de este cliente.'],
  webhook_not_found: ['Ese webhook no existe', () => 'Ese webhook no existe.'],
  delivery_not_found: [
    'Esa entrega no existe',
    () => 'Esa entrega ya no existe: las terminadas se borran con el tiempo.',
  ],
  user_not_found: ['Ese usuario no existe', () => 'Ese usuario ya no existe.'],
  session_not_found: ['Esa sesión no existe', () => 'Esa sesión ya terminó.'],
  owner_not_found: [
    'Esa organización no existe',
    ({ name }) => (name === undefined ? 'Esa organización no existe.' : `No hay una organización «${name}».`),
  ],
  token_not_found: ['Ese token no existe', () => 'Ese token no existe.'],
  issue_job_not_found: ['Ese trabajo no existe', () => 'Ese trabajo ya no existe: se borran a los 30 días.'],
  entry_not_found: ['Esa anotación no existe', () => 'Esa anotación no existe.'],
  product_not_found: ['Ese producto no existe', () => 'Ese producto ya no está a la venta.'],
  incident_not_found: ['Ese aviso no existe', () => 'Ese aviso no existe: quizá se retiró.'],
  subscription_not_found: [
    'Esa suscripción no existe',
    () => 'Esa suscripción no existe: quizá ya se canceló, o el enlace está incompleto.',
  ],
  order_not_found: ['Ese pedido no existe', () => 'Ese pedido no existe.'],
  rover_not_found: ['Ese rover no está conectado', () => 'Ese rover ya no está conectado.'],
  view_not_found: ['Vista no encontrada', () => 'Esa vista guardada ya no existe.'],
  mountpoint_not_found: [
    'Punto de montaje no encontrado',
    ({ name }) => `No hay un punto de montaje creado con el nombre ${name}.`,
  ],
  upstream_not_found: [
    'No existe ese caster de origen',
    ({ name }) => (name ? `Ningún caster de origen se llama «${name}».` : 'Ese caster de origen ya no existe.'),
  ],
  node_not_found: ['No existe ese nodo', ({ name }) => `Ningún caster en marcha se llama «${name}».`],

  credential_expired: ['La credencial ya venció', () => 'La credencial ya venció.'],
  credential_revoked: ['La credencial fue revocada', () => 'La credencial fue revocada: ya no da acceso.'],
  reference_taken: ['La referencia ya está en uso', ({ id }) => `La credencial ${id} tiene esta referencia.`],
  username_taken: ['El usuario ya está en uso', () => 'Una credencial tiene o tuvo este usuario.'],
  credential_is_test: [
    'La credencial es de prueba',
    () => 'La credencial la hizo un token de prueba: no se envía a nadie.',
  ],
  idempotency_in_progress: [
    'La primera petición con esta Idempotency-Key sigue en curso',
    () => 'Una petición con esta Idempotency-Key sigue en curso; pregunte de nuevo en un momento.',
  ],
  webhook_limit_reached: [
    'Demasiados webhooks activos',
    ({ most }) => `Una organización tiene a lo más ${most} webhooks activos; desactive uno primero.`,
  ],
  quota_exceeded: [
    'Se agotó la cuota de la organización',
    ({ quota, limit }) => `La organización puede tener como máximo ${limit} ${QUOTA[quota]}. Pida más al operador.`,
  ],
  webhook_inactive: ['El webhook no está activo', () => 'El webhook está desactivado. Reactívelo primero.'],
  station_exists: [
    'Esa estación ya existe',
    ({ code, archived }) => (archived ? `${code} está archivada: restáurela.` : `${code} ya existe.`),
  ],
  group_exists: ['El grupo ya existe', ({ name }) => `Ya existe un grupo «${name}».`],
  group_in_use: [
    'El grupo está en uso',
    ({ name, ...use }) =>
      `El grupo «${name}» está en uso en ${groupUse(use)}: primero asígneles otro grupo o la red, o termínelos.`,
  ],
  position_not_off: [
    'La posición no difiere',
    ({ code }) => `${code} no anuncia una posición distinta de la registrada: no hay nada que decidir.`,
  ],
  email_taken: ['Ese correo ya está en uso', () => 'Ya hay un usuario con ese correo.'],
  owner_exists: ['Esa organización ya existe', ({ name }) => `Ya hay una organización «${name}».`],
  last_administrator: ['Debe quedar un administrador', () => 'Debe quedar al menos un administrador.'],
  second_factor_missing: [
    'No hay segundo factor',
    () => 'No hay segundo factor, o su clave se mostró hace más de 15 minutos: empiece de nuevo a configurarlo.',
  ],
  no_mail_server: [
    'El correo no está configurado',
    () => 'El servicio no tiene servidor de correo (SMTP_URL): entregue el enlace.',
  ],
  sso_off: ['El inicio de sesión único no está configurado', () => 'El inicio de sesión único no está configurado.'],
  password_at_provider: [
    'La contraseña no es de aquí',
    () => 'Esta persona entra con el inicio de sesión de su organización: aquí no tiene contraseña.',
  ],
  order_paid: ['El pedido está pagado', () => 'El pedido ya está pagado.'],
  order_is_test: ['El pedido es de prueba', () => 'El pedido lo hizo un token de prueba: nadie debe pagarlo.'],
  no_product_offers_it: [
    'Ningún producto lo ofrece',
    () =>
      'Ningún producto a la venta ofrece este acceso por ese tiempo, así que no tiene precio. Indique un producto con `producto_id` o pida al operador que lo ofrezca.',
  ],
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
  unsupported_media_type: [
    'El cuerpo debe ser JSON',
    ({ reason }) =>
      reason ? 'Envíe el cuerpo tal cual, sin Content-Encoding.' : 'Envíe el cuerpo como application/json.',
  ],
  precondition_failed: [
    'Cambió mientras tanto',
    () => 'Cambió desde que usted lo leyó: el ETag de If-Match no es el actual. Léalo otra vez y después modifíquelo.',
  ],
  idempotency_key_reused: [
    'La Idempotency-Key ya se usó para otra petición',
    () => 'Esta Idempotency-Key ya se usó para otra petición; use una nueva para cada petición.',
  ],

  headers_too_large: [
    'Los encabezados son demasiado grandes',
    () => 'La dirección y los encabezados son demasiado grandes juntos; envíe menos.',
  ],

  rate_limited: [
    'Demasiadas peticiones',
    ({ perMinute, retryAfterSeconds }) =>
      `Más de ${perMinute} peticiones en 60 segundos; vuelva a intentar en ${retryAfterSeconds} s.`,
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
  sso_provider_failed: [
    'El proveedor de inicio de sesión falló',
    () => 'El proveedor de inicio de sesión no responde. Intente en un momento.',
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
