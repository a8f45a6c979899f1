import type { BadHttp, BadJson } from '../../domain/codes/refusal.ts'
import type { SsoFailure, SsoNoEntry } from '../../domain/people/single-sign-on.ts'
import type { RefusalWords } from '../words.ts'
import { groupUse, QUOTA } from './counts.ts'

const BAD_HTTP: Readonly<Record<BadHttp, string>> = {
  not_http: 'La petición HTTP no es válida.',
  no_host: 'Falta el encabezado Host.',
  two_hosts: 'El encabezado Host se envió dos veces.',
  bad_address: 'La URL contiene una secuencia de escape que no se puede leer.',
  bad_length: 'La longitud del cuerpo no coincide con el encabezado Content-Length.',
}

const BAD_JSON: Readonly<Record<BadJson, string>> = {
  not_utf8: 'El cuerpo no está en UTF-8.',
  ends_early: 'El cuerpo no es JSON válido: termina antes de tiempo.',
  forbidden_name: 'El cuerpo contiene un nombre no permitido («__proto__» o «constructor»).',
}

const SSO_FAILURE: Readonly<Record<SsoFailure, (error: string) => string>> = {
  not_begun: () =>
    'Este inicio de sesión empezó en otro navegador, ya se usó o tardó más de 10 minutos. Empiece de nuevo.',
  refused: (error) => `El proveedor rechazó el inicio de sesión (${error}).`,
  not_valid: () =>
    'No se pudo verificar la respuesta del proveedor de inicio de sesión. Si se repite, avise a su administrador.',
  somebody_else: () => 'Confirmó con otra cuenta. Use la cuenta con la que inició sesión.',
  not_asked_again: () =>
    'El proveedor no confirmó que usted se identificó de nuevo. Confirme con su contraseña o su segundo factor. Si no tiene ninguno, cierre sesión, vuelva a entrar y active el segundo factor en Mi cuenta antes de 10 minutos.',
}

const SSO_NO_ENTRY: Readonly<Record<SsoNoEntry, (who: string) => string>> = {
  no_role: (who) =>
    `La cuenta ${who} no tiene acceso a esta consola. Pida a su administrador que se lo dé en el proveedor.`,
  no_owner: (who) =>
    `La cuenta ${who} es de revendedor, pero el proveedor no envió una organización que exista aquí. Avise a su administrador.`,
  no_email: (who) => `El proveedor no envió el correo de la cuenta ${who}. Avise a su administrador.`,
  email_taken: (who) =>
    `Ya existe una cuenta de ${who} con otro método de inicio de sesión. Entre con su contraseña o avise a su administrador.`,
  disabled: (who) => `La cuenta ${who} está desactivada en esta consola.`,
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
        : `El cuerpo no es JSON válido${at === undefined ? '' : `: error de sintaxis en el carácter ${at}`}.`,
  ],
  no_signature: ['La firma no es válida', () => 'Falta el encabezado Stripe-Signature.'],
  bad_signature: ['La firma no es válida', () => 'La firma no corresponde al cuerpo.'],
  notice_too_old: ['La firma no es válida', () => 'La notificación tiene más de 5 minutos.'],
  file_not_readable: ['El archivo no se puede leer', () => 'El archivo no se puede leer. Revise su formato.'],

  missing_token: ['Falta un token de acceso', () => 'Envíe el encabezado «Authorization: Bearer <token>».'],
  invalid_token: [
    'El token de acceso no es válido',
    () => 'El token no existe, está mal escrito, venció o fue revocado.',
  ],
  wrong_credentials: ['No se pudo iniciar sesión', () => 'El correo o la contraseña no son correctos.'],
  wrong_code: ['El código no es válido', () => 'El código no es correcto o ya se usó. Espere el siguiente.'],
  signed_out: ['No hay sesión iniciada', () => 'Su sesión terminó. Inicie sesión de nuevo.'],
  second_factor_needed: ['Falta el segundo factor', () => 'Escriba primero su segundo factor.'],
  sso_failed: ['No se pudo iniciar sesión', ({ failure, error = '' }) => SSO_FAILURE[failure](error)],

  insufficient_scope: ['Al token le falta un permiso', ({ scope }) => `Esta operación requiere el permiso «${scope}».`],
  only_in_test_mode: [
    'Solo en modo de prueba',
    () => 'Así solo se pueden vencer credenciales emitidas con un token de prueba. Use DELETE para revocar esta.',
  ],
  token_without_webhooks: [
    'El token no tiene acceso a webhooks',
    () => 'Este token se creó sin acceso a webhooks. Use otro token o pida uno a su administrador.',
  ],
  token_without_passwords: [
    'El token no tiene acceso a contraseñas',
    () =>
      'Este token se creó sin acceso a contraseñas y el correo contiene una. Use un token con acceso a contraseñas.',
  ],
  confirmation_needed: [
    'Confirme que es usted',
    () => 'Esta acción requiere de nuevo su contraseña o su segundo factor. Confirme e intente otra vez.',
  ],
  second_factor_required: [
    'Su rol requiere un segundo factor',
    () => 'Su rol requiere un segundo factor. Para continuar, active una aplicación de autenticación en Mi cuenta.',
  ],
  viewing_as: [
    'Está viendo como una organización',
    () => 'Está viendo la consola como una organización, en solo lectura. Salga de esa vista para hacer cambios.',
  ],
  wrong_password: ['La contraseña no es correcta', () => 'La contraseña no es correcta.'],
  forbidden: ['Su rol no permite esto', () => 'Su rol no permite esto. Pida acceso a un administrador.'],
  sso_no_entry: ['No tiene acceso', ({ obstacle, who }) => SSO_NO_ENTRY[obstacle](who)],
  local_login_off: [
    'Aquí no se entra con contraseña',
    () => 'No se puede entrar con contraseña. Use el inicio de sesión único.',
  ],
  sessions_of_operator: [
    'Solo el operador puede hacerlo',
    () => 'Solo el operador define cuántas conexiones simultáneas tiene una credencial.',
  ],
  shop_of_operator: ['Solo el operador puede hacerlo', () => 'Solo el operador puede cambiar lo que ofrece la tienda.'],
  cross_site: [
    'La petición viene de otro sitio',
    () => 'La petición viene de otro sitio. Abra la consola en su dirección oficial.',
  ],

  route_not_found: ['No encontrado', ({ method, path }) => `No existe ${method} ${path}.`],
  method_not_allowed: [
    'Método no permitido',
    ({ method, allowed }) => `${method} no se permite aquí. Métodos permitidos: ${allowed.join(', ')}.`,
  ],
  request_timeout: ['La petición tardó demasiado', () => 'La petición no llegó a tiempo. Envíela de nuevo.'],
  station_not_found: [
    'Estación no encontrada',
    ({ code }) =>
      code === undefined
        ? 'Ninguna estación activa tiene este id.'
        : `No hay una estación activa con el código «${code}».`,
  ],
  group_not_found: [
    'Grupo no encontrado',
    ({ name }) => (name === undefined ? 'Ningún grupo de estaciones tiene este id.' : `No existe el grupo «${name}».`),
  ],
  credential_not_found: ['Credencial no encontrada', () => 'Ninguna credencial tiene este id.'],
  customer_not_found: ['Cliente no encontrado', () => 'Este cliente no tiene credenciales ni pedidos.'],
  webhook_not_found: ['Webhook no encontrado', () => 'Ningún webhook tiene este id.'],
  delivery_not_found: [
    'Entrega no encontrada',
    () => 'Ninguna entrega tiene este id. Las entregas terminadas se borran después de un tiempo.',
  ],
  user_not_found: ['Usuario no encontrado', () => 'Este usuario no existe.'],
  session_not_found: ['Sesión no encontrada', () => 'Esta sesión no existe o ya terminó.'],
  owner_not_found: [
    'Organización no encontrada',
    ({ name }) => (name === undefined ? 'Esta organización no existe.' : `No hay una organización «${name}».`),
  ],
  token_not_found: ['Token no encontrado', () => 'Este token no existe.'],
  issue_job_not_found: ['Trabajo no encontrado', () => 'Este trabajo no existe. Los trabajos se borran a los 30 días.'],
  entry_not_found: ['Entrada no encontrada', () => 'Esta entrada de auditoría no existe.'],
  product_not_found: ['Producto no encontrado', () => 'Este producto no está a la venta.'],
  incident_not_found: ['Incidente no encontrado', () => 'Este incidente no existe o se retiró.'],
  subscription_not_found: [
    'Suscripción no encontrada',
    () => 'Esta suscripción no existe. Quizá ya se canceló o el enlace está incompleto.',
  ],
  order_not_found: ['Pedido no encontrado', () => 'Este pedido no existe.'],
  rover_not_found: ['Rover no encontrado', () => 'Este rover ya no está conectado.'],
  view_not_found: ['Vista no encontrada', () => 'Esta vista guardada ya no existe.'],
  wall_link_not_found: ['Enlace no encontrado', () => 'Este enlace no existe o se retiró.'],
  equipment_not_found: ['Equipo no encontrado', () => 'Este receptor o antena no está en el historial.'],
  no_telegram_bot: ['Sin bot de Telegram', () => 'Primero configure el bot de la red en Ajustes → Alertas.'],
  host_not_found: ['Anfitrión no encontrado', () => 'Este enlace no es válido o el anfitrión ya se quitó.'],
  channel_not_found: ['Canal no encontrado', () => 'Este canal de alertas ya no existe.'],
  forward_not_found: ['Reenvío no encontrado', () => 'Este flujo ya no se reenvía.'],
  mountpoint_not_found: [
    'Punto de montaje no encontrado',
    ({ name }) => `No hay un punto de montaje «${name}» que se pueda cambiar.`,
  ],
  upstream_not_found: [
    'Caster externo no encontrado',
    ({ name }) => (name ? `No existe el caster externo «${name}».` : 'Este caster externo ya no existe.'),
  ],
  node_not_found: ['Nodo no encontrado', ({ name }) => `Ningún caster en marcha se llama «${name}».`],

  credential_expired: ['La credencial ya venció', () => 'La credencial ya venció.'],
  credential_revoked: ['La credencial fue revocada', () => 'La credencial fue revocada y ya no da acceso.'],
  reference_taken: ['La referencia ya está en uso', ({ id }) => `La credencial ${id} ya tiene esta referencia.`],
  username_taken: ['El usuario ya está en uso', () => 'Otra credencial tiene o tuvo este usuario.'],
  credential_is_test: [
    'La credencial es de prueba',
    () => 'La credencial se emitió con un token de prueba y nunca se envía por correo.',
  ],
  idempotency_in_progress: [
    'La primera petición con esta Idempotency-Key sigue en curso',
    () => 'Una petición con esta Idempotency-Key sigue en curso. Intente de nuevo en un momento.',
  ],
  webhook_limit_reached: [
    'Demasiados webhooks activos',
    ({ most }) => `Una organización puede tener como máximo ${most} webhooks activos. Desactive uno primero.`,
  ],
  position_not_computed: [
    'Sin posición calculada',
    ({ code }) => `La red no ha calculado una posición de ${code} en los últimos 60 días.`,
  ],
  base_not_found: ['No existe el cálculo', () => 'El cálculo no existe o no tiene posición.'],
  runs_limit_reached: [
    'Demasiados cálculos en espera',
    ({ most }) => `Hay ${most} cálculos en espera. Espere a que termine uno.`,
  ],
  rinex_limit_reached: [
    'Demasiadas solicitudes RINEX pendientes',
    ({ most }) =>
      `Una organización puede tener como máximo ${most} solicitudes RINEX pendientes. Espere a que terminen algunas.`,
  ],
  quota_exceeded: [
    'Cuota agotada',
    ({ quota, limit }) =>
      `Su organización puede tener como máximo ${limit} ${QUOTA[quota]}. Pida al operador que aumente la cuota.`,
  ],
  webhook_inactive: ['El webhook no está activo', () => 'El webhook está inactivo. Actívelo primero.'],
  station_exists: [
    'Esa estación ya existe',
    ({ code, archived }) => (archived ? `${code} está archivada. Restáurela.` : `${code} ya existe.`),
  ],
  group_exists: ['El grupo ya existe', ({ name }) => `Ya existe un grupo con el nombre «${name}».`],
  group_in_use: [
    'El grupo está en uso',
    ({ name, ...use }) =>
      `El grupo «${name}» está en uso en ${groupUse(use)}. Primero asígneles otro grupo o la red, o revóquelos.`,
  ],
  antenna_agrees: [
    'La antena coincide',
    ({ code }) => `El flujo de ${code} anuncia la antena registrada o ninguna. No hay nada que decidir.`,
  ],
  position_not_off: [
    'La posición coincide',
    ({ code }) => `La posición que envía ${code} coincide con la registrada. No hay nada que revisar.`,
  ],
  email_taken: ['Ese correo ya está en uso', () => 'Ya hay un usuario con ese correo.'],
  owner_exists: ['Esa organización ya existe', ({ name }) => `Ya existe una organización con el nombre «${name}».`],
  last_administrator: ['Debe quedar un administrador', () => 'Es el último administrador. Cree otro primero.'],
  second_factor_missing: [
    'No hay segundo factor',
    () => 'No hay segundo factor, o su clave se mostró hace más de 15 minutos. Configúrelo de nuevo.',
  ],
  no_mail_server: [
    'El correo no está configurado',
    () => 'No hay servidor de correo configurado (Ajustes → Correo o SMTP_URL). Comparta el enlace.',
  ],
  sso_off: ['El inicio de sesión único no está configurado', () => 'El inicio de sesión único no está configurado.'],
  password_at_provider: [
    'Este usuario no tiene contraseña',
    () => 'Este usuario entra con el inicio de sesión único y aquí no tiene contraseña.',
  ],
  order_paid: [
    'El pedido está pagado',
    () => 'El pedido ya está pagado. Registre un reembolso y revoque la credencial si hace falta.',
  ],
  order_is_test: ['El pedido es de prueba', () => 'El pedido se creó con un token de prueba y no se puede pagar.'],
  rinex_not_included: ['No incluye archivos RINEX', () => 'Este acceso no incluye archivos RINEX.'],
  rinex_month_used: [
    'Ya usó las horas de este mes',
    ({ limit, used, wanted }) =>
      `Este mes ha pedido ${used} de ${limit} horas; no le alcanzan para ${wanted} horas más.`,
  ],
  rinex_file_gone: [
    'Archivo no encontrado',
    () => 'Este archivo no existe o ya no se conserva. Los archivos se conservan 7 días: pídalos de nuevo.',
  ],
  past_session_not_found: ['Sesión no encontrada', () => 'Ninguna sesión tiene este ID.'],
  sent_not_recorded: [
    'La sesión no registra sus estaciones',
    () =>
      'El registro de esta sesión no dice qué estaciones la atendieron. La sesión es anterior a esta función, o acaba de empezar.',
  ],
  sent_nothing: ['No se envió nada', () => 'No se envió ningún flujo al rover entre estas horas.'],
  sent_not_in_archive: [
    'El archivo no tiene esta hora',
    () =>
      'El archivo no tiene datos de la estación entre estas horas: no se grabaron o se borraron. Los flujos de motores VRS y de casters externos no se graban.',
  ],
  sent_not_readable: [
    'El archivo no se puede leer',
    ({ name }) =>
      `${name} falta, está dañado o todavía se escribe en otra máquina. Los datos de la hora en curso se pueden leer en la máquina que los graba, o cuando termine la hora.`,
  ],
  sent_mountpoint_gone: [
    'El punto de montaje no existe',
    ({ name }) => `${name} se eliminó, por lo que no se sabe cómo convertía el flujo.`,
  ],
  rinex_not_found: ['Solicitud RINEX no encontrada', () => 'Ninguna solicitud RINEX tiene este ID.'],
  no_data: [
    'No hay suficientes datos grabados',
    ({ code, sharePct, distanceKm }) =>
      code === null
        ? 'No se grabó nada en esta ventana.'
        : `Ninguna estación tiene el 95 % de esta ventana. La más cercana con datos es ${code} (a ${distanceKm} km), que tiene el ${sharePct} %.`,
  ],
  no_product_offers_it: [
    'Ningún producto lo ofrece',
    () =>
      'Ningún producto a la venta ofrece este acceso por ese tiempo, así que no tiene precio. Indique `producto_id` o pida al operador que lo ofrezca.',
  ],
  order_cancelled: ['El pedido está cancelado', () => 'El pedido está cancelado. Cree uno nuevo o reembolse el pago.'],
  order_station_archived: [
    'La estación del pedido está archivada',
    () => 'La estación del pedido está archivada. Restáurela o cree un pedido para otra estación. No se cambió nada.',
  ],
  order_wrong_amount: [
    'El importe no coincide con el pedido',
    ({ amount, receivedMinor, currency }) =>
      `El pedido es por ${amount}, pero el pago fue de ${receivedMinor} ${currency} en unidades menores.`,
  ],
  no_card_payment: ['No se aceptan tarjetas', () => 'Este servicio no acepta pagos con tarjeta.'],
  no_coverage: ['Sin cobertura en esa ubicación', () => 'Ninguna estación de la red cubre esa ubicación.'],

  link_not_valid: ['El enlace ya no es válido', () => 'El enlace ya se usó o venció. Pida uno nuevo.'],
  payload_too_large: [
    'El cuerpo es demasiado grande',
    ({ mostValues }) =>
      mostValues === undefined
        ? 'El cuerpo es más grande de lo que permite esta operación.'
        : `El cuerpo contiene más de ${mostValues} valores. Divídalo en varias peticiones.`,
  ],
  unsupported_media_type: [
    'El cuerpo debe ser JSON',
    ({ reason }) =>
      reason ? 'Envíe el cuerpo sin comprimir, sin Content-Encoding.' : 'Envíe el cuerpo como application/json.',
  ],
  precondition_failed: [
    'El recurso cambió',
    () =>
      'El recurso cambió después de que lo leyó: el ETag de If-Match no es el actual. Léalo de nuevo e intente otra vez.',
  ],
  idempotency_key_reused: [
    'La Idempotency-Key ya se usó para otra petición',
    () => 'Esta Idempotency-Key ya se usó para otra petición. Use una nueva para cada petición.',
  ],

  headers_too_large: [
    'Los encabezados son demasiado grandes',
    () => 'La URL y los encabezados son demasiado grandes. Redúzcalos.',
  ],

  rate_limited: [
    'Demasiadas peticiones',
    ({ perMinute, retryAfterSeconds }) =>
      `Más de ${perMinute} peticiones en 60 segundos. Intente de nuevo en ${retryAfterSeconds} s.`,
  ],
  too_many_attempts: [
    'Demasiados intentos',
    ({ retryAfterSeconds }) => `Demasiados intentos seguidos. Intente de nuevo en ${retryAfterSeconds} s.`,
  ],
  too_many_orders: [
    'Demasiados pedidos',
    () => 'Hay demasiados pedidos pendientes de pago desde su conexión. Pague uno o intente mañana.',
  ],

  internal_error: [
    'Algo falló de nuestro lado',
    () => 'Algo falló de nuestro lado. Intente de nuevo. Si se repite, envíe el id de la petición al operador.',
  ],
  payment_provider_failed: [
    'El servicio de pagos falló',
    () => 'El servicio de pagos no responde. Intente de nuevo en un momento.',
  ],
  sso_provider_failed: [
    'El proveedor de inicio de sesión falló',
    () => 'El proveedor de inicio de sesión no responde. Intente de nuevo en un momento.',
  ],
  service_unavailable: [
    'El servicio no está disponible',
    () => 'La base de datos no responde. Intente de nuevo en un momento.',
  ],
  busy: [
    'El servicio está muy ocupado',
    ({ retryAfterSeconds }) => `El servicio está muy ocupado. Intente de nuevo en ${retryAfterSeconds} s.`,
  ],
}
