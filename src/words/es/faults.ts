import { minuteOf } from '../say.ts'
import type { FaultWords } from '../words.ts'
import { QUOTA } from './counts.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  integer: 'un número entero',
  boolean: 'verdadero o falso',
  object: 'un objeto',
  array: 'una lista',
  null: 'nulo',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'un correo válido',
  uri: 'una URL completa, por ejemplo https://example.mx/avisos',
  'date-time': 'una fecha y hora, por ejemplo 2026-12-01T08:00:00Z',
  date: 'una fecha, por ejemplo 2026-12-01',
}

const timeForm = () =>
  'Debe ser una fecha (2026-12-01) o una fecha y hora ISO 8601 (2026-12-01T08:00:00-06:00) que exista.'

const SERVICES: Readonly<Record<string, string>> = { slack: 'Slack', teams: 'Microsoft Teams', discord: 'Discord' }

export const faults: FaultWords = {
  missing: () => 'Obligatorio.',
  unknown_field: ({ known }) =>
    known ? `Campo desconocido. Campos válidos: ${known.join(', ')}.` : 'Campo desconocido.',
  unknown_parameter: ({ known }) =>
    known.length > 0
      ? `Parámetro desconocido. Parámetros válidos: ${known.join(', ')}.`
      : 'Parámetro desconocido. Esta operación no tiene parámetros.',
  wrong_type: ({ type }) =>
    `Debe ser ${[type]
      .flat()
      .map((one) => TYPES[one] ?? one)
      .join(' o ')}.`,
  wrong_format: ({ format }) => `Debe ser ${FORMATS[format] ?? format}.`,
  wrong_form: ({ form }) => `Debe cumplir el patrón ${form}.`,
  not_one_of: ({ choices }) => `Debe ser uno de estos valores: ${choices.join(', ')}.`,
  too_small: ({ least, above }) => `Debe ser ${above ? 'mayor que' : 'al menos'} ${least}.`,
  too_big: ({ most, below }) => `Debe ser ${below ? 'menor que' : 'como máximo'} ${most}.`,
  too_short: ({ least }) => (least === 1 ? 'No puede quedar vacío.' : `Debe tener al menos ${least} caracteres.`),
  too_long: ({ most }) => `Debe tener como máximo ${most} caracteres.`,
  too_few: ({ least }) => (least === 1 ? 'No puede quedar vacío.' : `Debe tener al menos ${least} elementos.`),
  too_many: ({ most }) => `Debe tener como máximo ${most} elementos.`,
  not_unique: () => 'No puede tener elementos repetidos.',
  not_valid: () => 'El valor no es válido.',
  empty: () => 'No puede quedar vacío.',
  blank_around: () => 'No puede empezar ni terminar con un espacio.',
  control_characters: () => 'No puede contener caracteres de control.',
  not_whole_number: ({ least, most }) => `Debe ser un número entero de ${least} a ${most}.`,
  not_positive_integer: () => 'Debe ser un número entero positivo.',
  number_range: ({ least, most }) => `Debe ser un número de ${least} a ${most}.`,
  above_zero: ({ most }) => `Debe ser mayor que 0 y como máximo ${most}.`,
  passed: () => 'Debe ser una fecha futura.',
  said: ({ said }) => said,

  not_a_cursor: () => 'No es un cursor de esta lista.',
  needs_subject_kind: () => 'Requiere subjectKind.',
  idempotency_key_form: () => 'Debe tener de 1 a 255 caracteres ASCII visibles.',

  station_code_form: () => 'Debe tener de 1 a 32 letras, números, «_» o «-».',
  mountpoint_form: () => 'Debe tener de 1 a 100 letras, números, «_», «.» o «-».',
  country_form: () => 'Debe ser un código de país de tres letras mayúsculas (ISO 3166), como MEX.',
  line_without_semicolon: () => 'Debe ser una línea de máximo 100 caracteres, sin «;».',
  epoch_without_frame: () => 'Una época necesita un marco de referencia de la tabla.',
  frame_and_datum: () => 'Indique un marco de referencia de la tabla o un texto, no ambos.',
  frame_fixes_epoch: ({ frame, epoch }) => `${frame} fija la época ${epoch}. Omita la época o elija otro marco.`,
  frame_not_exact: ({ frame }) => `${frame} no está definido al centímetro. Elija una de sus realizaciones.`,
  epoch_needed: ({ frame }) => `${frame} necesita una época, por ejemplo 2026.0.`,
  frame_of_engine: () =>
    'Un motor VRS calcula una posición para cada rover y su marco no se puede cambiar: quite el marco o el motor.',
  station_frame_unknown: ({ code }) =>
    `La posición de ${code} no se puede transformar: indique antes en la estación un marco de referencia de la tabla y una época.`,
  velocity_unknown: ({ code, from, to }) =>
    `Las coordenadas de ${code} son de la época ${from}. Indique la velocidad de la estación para anunciarlas en la época ${to}.`,
  velocity_form: ({ most }) => `Deben ser tres números de -${most} a ${most}: este, norte y arriba, en mm por año.`,
  contradicting_messages: ({ one, other }) => `Elija ${one} o ${other}, no ambos.`,
  position_for_messages: () => 'Los mensajes 1005 y 1006 necesitan la posición de la antena: X, Y, Z en metros.',
  ecef_form: () => 'Deben ser X, Y, Z en metros, geocéntricas, de un lugar en el suelo.',
  announcement_form: ({ characters, bytes }) =>
    `Debe ser una línea de 1 a ${characters} caracteres, con máximo ${bytes} bytes.`,
  position_far: ({ code, km }) => `Esta posición está a ${km} km de ${code}.`,
  antenna_height_unknown: ({ code }) =>
    `El mensaje 1006 necesita la altura de la antena de ${code} (de 0 a 6.5 m). Escríbala en el equipo de la estación o elija 1005.`,
  antenna_unknown: ({ code }) => `Escriba antes la antena de ${code} en su equipo.`,
  receiver_unknown: ({ code }) => `Escriba antes el receptor de ${code} en su equipo.`,
  line_form: () => 'Debe ser una línea de 1 a 100 caracteres, sin «;».',
  host_form: () => 'Debe ser un nombre de servidor o una dirección IP.',
  phone_form: () => 'Debe ser un teléfono de 7 a 15 dígitos. Puede llevar espacios.',
  whatsapp_form: () => 'Debe ser un número con clave de país, como +52 55 1234 5678.',
  port_range: () => 'Debe ser un puerto de 1 a 65535.',
  source_not_public: ({ address }) =>
    `Corresponde a ${address}, una dirección privada o local. Use una pública o permita su red con CASTER_PULL_ALLOW.`,
  source_of_upstream: ({ code }) => `${code} viene de un caster externo y no puede tener otro origen.`,
  forward_of_upstream: ({ code }) => `${code} viene de un caster externo y no se puede reenviar.`,
  teams_connector_retired: () =>
    'Microsoft retiró este tipo de conector. Cree un flujo de trabajo en Teams y use su dirección.',
  webhook_of_other_service: ({ service }) => `Es una dirección de ${SERVICES[service] ?? service}.`,
  quiet_all_day: () => 'Debe ser distinta de la hora de inicio.',
  not_a_time_zone: () => 'Zona horaria desconocida.',
  bot_token_form: () => 'Debe tener la forma del token de un bot, como 123456789:AAE….',
  bot_unknown: () => 'Telegram no conoce este token. Cópielo de nuevo de @BotFather.',
  telegram_unreachable: () => 'No se pudo contactar a Telegram. Intente de nuevo en un momento.',
  host_exists: () => 'Esta persona ya sigue la estación.',
  forward_exists: () => 'Ya se reenvía un flujo a esta dirección.',
  mountpoint_not_of_station: ({ name, code }) => `«${name}» no es un punto de montaje derivado de ${code}.`,
  backup_of_itself: () => 'Debe ser otra estación.',
  backup_with_upstream: ({ code }) =>
    `${code} no se puede usar: se obtiene de un caster externo solo mientras un rover la usa.`,
  certificate_form: () =>
    'Debe ser un certificado en formato PEM, de -----BEGIN CERTIFICATE----- a -----END CERTIFICATE-----.',
  certificate_with_key: () =>
    'Contiene una clave privada, que solo debe tener el receptor. Envíe únicamente el certificado. No se guardó nada.',
  certificate_several: () => 'Debe ser un solo certificado: el del receptor, sin los de su autoridad certificadora.',
  certificate_weak: () => 'Debe tener una clave RSA de al menos 2048 bits, o una P-256, P-384, P-521 o Ed25519.',
  certificate_ended: ({ until }) => `El certificado venció el ${minuteOf(until)}.`,
  certificate_taken: ({ code }) =>
    `Ya está registrado para la estación ${code}. Cada origen de una estación necesita su propio certificado.`,
  certificates_full: ({ most }) =>
    `Una estación puede tener ${most} certificados como máximo. Quite uno que ya no se use.`,
  certificate_without_backup: () => 'La estación no tiene un segundo push. Genere primero su contraseña.',
  certificate_not_registered: () =>
    'Debe ser la huella de un certificado registrado de esta estación, o al menos sus primeros 8 dígitos.',
  certificate_last: () =>
    'Es el último certificado vigente y la estación exige uno. Registre otro primero o deje de exigirlo.',
  push_password_form: ({ most }) => `Debe tener de 1 a ${most} caracteres ASCII imprimibles, sin espacios ni «:».`,
  push_password_other: ({ code }) => `La estación ${code} ya tiene otra contraseña para enviar.`,
  push_password_missing: () =>
    'La estación necesita primero una contraseña de envío: se exige junto con el certificado.',
  certificate_missing: () => 'La estación necesita primero un certificado registrado y vigente.',
  certificate_missing_for_backup: () => 'El segundo push necesita primero un certificado registrado y vigente.',
  radome_form: () => 'Debe tener 4 letras mayúsculas o números, como NONE.',
  marker_number_form: () => 'Debe tener como máximo 20 letras, números, «.», «_» o «-», como 41507M006.',
  not_yet: () => 'No debe estar en el futuro.',
  equipment_overlaps: ({ type, from, until }) =>
    until === null
      ? `${type} está instalado desde el ${minuteOf(from)}. Indique primero cuándo se retiró o elija una fecha posterior.`
      : `${type} estuvo instalado del ${minuteOf(from)} al ${minuteOf(until)}. Dos periodos no se pueden traslapar.`,
  site_log_date: ({ text }) => `«${text}» no es una fecha como 2026-11-14T18:00Z.`,
  site_log_number: ({ text }) => `«${text}» no es un número de metros como 0.1234.`,
  site_log_overlap: () =>
    'Se traslapa con un elemento anterior de la misma sección. Corrija una de las dos fechas en el archivo.',
  upstream_caster_form: () => 'Debe tener la forma ntrip://usuario:contraseña@servidor:2101, sin punto de montaje.',
  upstream_name_form: () => 'Debe tener de 1 a 32 letras, números, «_» o «-».',
  upstream_prefix_form: () =>
    'Debe tener como máximo 20 letras, números, «_», «.» o «-», y empezar con letra o número.',
  account_form: () => 'Debe tener un usuario sin «:» y una contraseña.',
  upstream_exists: ({ name }) => `Ya hay otro caster externo con el nombre «${name}».`,
  upstream_form: () => 'Debe tener la forma ntrip://usuario:contraseña@servidor:2101/PUNTO.',
  forward_form: () =>
    'Debe tener la forma ntrip://usuario:contraseña@servidor:2101/PUNTO, o sin NTRIP tcp://servidor:puerto o tcp://:puerto?from=dirección.',
  pull_form: () =>
    'Debe tener la forma ntrip://usuario:contraseña@servidor:2101/PUNTO, tcp://servidor:puerto, tcp://primera-línea@:puerto, udp://:puerto?from=DIRECCIÓN o serial:///dev/ttyUSB0?baud=115200.',
  input_not_allowed: ({ input }) => `${input} no está permitido en este equipo. Agréguelo a CASTER_PULL_ALLOW.`,
  needed_for_new_station: () => 'Obligatorio para una estación nueva.',
  unknown_member: ({ code }) => `«${code}» no es el código de una estación activa.`,
  twice_in_list: ({ code }) => `«${code}» aparece dos veces en la lista.`,
  mountpoint_of_network: ({ mountpoint }) => `«${mountpoint}» es el punto de montaje de la red.`,
  mountpoint_of_station: ({ mountpoint, code }) => `«${mountpoint}» es el punto de montaje de la estación ${code}.`,
  group_exists: ({ name }) => `Ya existe un grupo con el nombre «${name}».`,
  mountpoint_exists: ({ mountpoint }) => `Ya existe un punto de montaje con el nombre «${mountpoint}».`,
  station_of_rovers_each: ({ code }) =>
    `Un caster externo calcula ${code} para cada rover. Puede darle otros nombres, pero no convertirla ni filtrarla.`,
  station_not_rtcm: ({ code }) =>
    `${code} no envía RTCM. Puede dar otros nombres a su flujo, pero no convertirlo ni filtrarlo.`,
  form_gives_nothing: ({ code, types }) =>
    `El flujo no tendría observaciones: ${code} envía ${types.join(', ')}, que no se pueden convertir a este formato.`,
  altered_mountpoints: ({ names }) =>
    `Debe seguir en RTCM, porque hay puntos de montaje derivados: ${names.join(', ')}. Elimínelos primero.`,
  table_line_form: ({ line }) =>
    `La línea ${line} debe ser un registro STR, CAS o NET completo: todos sus campos separados por «;», con un máximo de 500 caracteres.`,
  table_line_taken: ({ line, mountpoint }) =>
    `Línea ${line}: «${mountpoint}» ya es un punto de montaje de este caster o está repetido.`,

  set_by_environment: ({ variable }) => `Se define con la variable ${variable} del servidor.`,
  colour_form: () => 'Debe ser un color como #0b6478.',
  sender_form: () => 'Debe ser un correo, por ejemplo rtk@example.mx o Red RTK <rtk@example.mx>.',
  tiles_form: () => 'Debe ser una URL como https://mapas.example.mx/{z}/{x}/{y}.png.',
  logo_kind: () => 'El archivo no es una imagen PNG o JPEG.',
  logo_svg: () => 'Un SVG puede contener scripts y no se acepta. Guarde el logotipo como PNG.',
  logo_damaged: () => 'La imagen está dañada o incompleta. Ábrala y guárdela de nuevo.',
  logo_png_form: () => 'Guarde el PNG con 8 bits por canal y sin entrelazado.',
  logo_jpeg_colours: () => 'Guarde el JPEG en RGB o en escala de grises, no en CMYK.',
  logo_too_large: ({ most }) => `La imagen pesa más de ${most} KiB. Redúzcala.`,
  logo_too_wide: ({ most }) => `La imagen mide más de ${most} pixeles de ancho o de alto. Redúzcala.`,
  unknown_station_id: () => 'Ninguna estación activa tiene este id.',
  unknown_station_code: () => 'Ninguna estación activa tiene este código.',
  unknown_group: () => 'Ningún grupo de estaciones tiene este nombre.',
  station_or_group: () =>
    'No se puede combinar con una estación. Una credencial da acceso a una estación, a un grupo o a la red.',
  other_station: ({ id, code }) => `No coincide con la estación ${id}, cuyo código es ${code}.`,
  start_form: timeForm,
  time_form: timeForm,
  start_too_far: ({ days }) => `Debe estar a ${days} días de hoy como máximo.`,
  start_in_past: () => 'No puede ser una fecha pasada. Hoy más temprano, o hasta hace 5 minutos, cuenta como ahora.',
  email_needed: () => 'Obligatorio para enviar el correo.',
  no_mail: () => 'Este servicio no tiene correo configurado. Comparta el enlace.',
  username_form: () => 'Debe tener de 6 a 20 letras minúsculas y números.',
  username_taken: () => 'Ya está en uso: otra credencial tiene o tuvo este usuario.',
  password_form: () => 'Debe tener de 16 a 64 caracteres ASCII imprimibles, sin «:».',
  reference_taken: ({ id }) => `Ya está en uso: la credencial ${id} tiene esta referencia.`,
  twice_in_request: () => 'Aparece dos veces en esta solicitud.',
  not_of_fence: ({ shape }) =>
    shape === 'circle'
      ? 'No se permite en un círculo, solo en un polígono.'
      : 'No se permite en un polígono, solo en un círculo.',
  fence_too_wide: () =>
    'Abarca 180 grados de longitud o más. Un área no puede cruzar el antimeridiano; emita dos credenciales.',
  fence_repeats: ({ point }) => `El punto ${point} aparece dos veces seguidas.`,
  fence_crosses: ({ first, second }) =>
    `El contorno se cruza: los lados ${first} y ${second} se tocan. Indique los puntos en orden alrededor del área.`,
  pair_name_length: ({ most }) => `Los nombres deben tener de 1 a ${most} caracteres.`,
  end_too_far: ({ days }) => `La credencial vencería a más de ${days} días de hoy.`,
  nothing_to_change: () => 'Debe contener al menos un campo por cambiar.',
  metadata_both_ways: () => 'No se puede combinar con «metadatos».',
  credential_was_revoked: () => 'Esta credencial está revocada y no se puede cambiar.',
  credential_has_expired: () => 'Esta credencial ya venció.',
  credential_is_gone: () => 'Esta credencial ya no existe o es de otra organización.',
  both_validities: () => 'Indique «dias» o «segundos», no ambos.',
  quota_exceeded: ({ quota, limit }) => `Rebasa la cuota de ${limit} ${QUOTA[quota]}.`,
  sessions_of_operator: () => 'Solo el operador define cuántas conexiones simultáneas tiene una credencial.',

  imported_username: ({ most }) => `Debe tener de 1 a ${most} caracteres imprimibles, sin «:».`,
  imported_password: ({ most }) => `Debe tener de 1 a ${most} caracteres imprimibles.`,
  colon_in_password: () => 'Contiene «:», y un caster BKG ignora lo que sigue.',
  blank_in_name: () => 'Contiene un nombre con espacios.',
  unknown_mountpoint: ({ name }) =>
    `«${name}» no es un punto de montaje de esta red. Agregue primero la estación u omita los puntos de montaje desconocidos.`,
  opens_nothing: () => 'No da acceso a ningún punto de montaje.',
  others_unknown: ({ line }) =>
    `Depende de «default:», que no se conoce hasta que se pueda leer la línea ${line} de clientmounts.aut.`,
  rights_unknown: ({ file, line }) => `No se sabe a qué da acceso hasta que se pueda leer la línea ${line} de ${file}.`,
  part_of_station: ({ name, closed }) =>
    `Da acceso a «${name}» pero no a «${closed}» de la misma estación. Aquí el acceso es a la estación completa.`,
  end_before_start: () => 'Termina antes de empezar.',
  already_over: () => 'Su vigencia ya terminó.',
  revoked_there: () => 'Ya estaba revocada en el otro caster.',
  twice_in_file: ({ line }) => `También está en la línea ${line} (no se distinguen mayúsculas).`,
  blank_before: () => 'Empieza con un espacio, y un caster BKG la ignora.',
  without_tabs: () =>
    'No tiene tabuladores. SNIP separa con ellos el usuario y la contraseña. ¿El archivo es de otro caster?',
  again_later: () => 'Se repite más abajo. Se usa la última aparición.',
  exists_with_other: ({ fields }) => `Ya existe con datos distintos: ${fields.join(', ')}.`,

  before_validity: () => 'No puede ser anterior al inicio de su acceso.',
  after_validity: () => 'No puede ser posterior al fin de su acceso.',
  in_future: () => 'No puede estar en el futuro.',
  offset_needed: () =>
    'Debe ser una hora ISO 8601 con su diferencia horaria, como 2026-12-01T08:00:00-06:00 o 2026-12-01T14:00:00Z.',
  window_too_long: ({ hours }) =>
    hours > 48
      ? `La ventana puede durar ${hours / 24} días como máximo.`
      : `La ventana puede durar ${hours} horas como máximo con un intervalo menor de 15 segundos.`,
  interval_too_short: ({ seconds }) => `La estación graba una época cada ${seconds} s. Use este intervalo o uno mayor.`,
  only_daily_file: ({ until }) =>
    `De lo anterior al ${minuteOf(until)} solo quedan archivos diarios cada 30 s. Use 30 o 60 s, o un inicio posterior.`,
  station_or_position: () => 'Indique una estación o una posición, no ambas.',
  rover_file_not_rinex: () =>
    'El archivo no contiene observaciones en RINEX 2, 3 o 4 (también CRINEX o gzip). Convierta a RINEX los datos crudos del receptor.',
  rover_file_no_position: () => 'El archivo no contiene la posición (APPROX POSITION XYZ). Escriba la posición a mano.',
  rover_file_too_long: () => 'El archivo mide más de 300 MB descomprimido. Escriba la posición y el periodo a mano.',

  empty_event: () => 'Contiene un evento sin nombre.',
  unknown_event_id: () => 'No es el id de un evento de esta lista, o el evento ya no se conserva.',
  unknown_event: ({ name, known }) => `Evento desconocido: «${name}». Eventos válidos: ${known.join(', ')}.`,
  https_needed: () => 'Debe ser una URL https.',
  login_in_address: () => 'No puede llevar usuario ni contraseña.',
  not_public: () => 'No puede apuntar a una dirección privada o local.',

  webhooks_both_ways: () => 'Un token con el permiso «webhooks» no se puede crear sin acceso a webhooks.',
  not_paid: () => 'No se ha recibido ningún pago de este pedido.',
  unknown_product: () => 'No es un producto a la venta.',
  not_in_product: () => 'Este producto no lo ofrece.',
  not_in_renewal: () => 'La renovación conserva el acceso, el inicio y la etiqueta de la credencial. Omita este campo.',
  station_of_product: () => 'Obligatorio si el producto es para una estación; si no, no se permite.',
  group_of_product: () => 'Obligatorio si el producto es para un grupo; si no, no se permite.',

  owner_for_resellers: () => 'Solo los revendedores tienen una organización.',
  owner_for_reseller_needed: () => 'Obligatorio para un revendedor.',
  unknown_owner: () => 'Organización desconocida.',
  user_disabled: () => 'Este usuario está desactivado. Actívelo primero.',
  wrong_totp: () => 'El código no es correcto. Revise que la hora de ambos equipos sea correcta.',
  password_common: () =>
    'Es muy fácil de adivinar: es una palabra o contraseña común, o se basa en una. Elija tres o cuatro palabras sin relación entre sí.',
  password_personal: () =>
    'No puede contener su nombre, su correo ni el nombre de este servicio. Elija palabras que no se relacionen con usted.',

  file_empty: () => 'El archivo está vacío.',
  file_not_sent: () => 'Envíe el contenido del archivo.',
  file_not_utf8: () => 'El archivo no está en UTF-8. Guárdelo como «CSV UTF-8».',
  file_not_csv: ({ said }) => `El archivo no es CSV válido: ${said}.`,
  file_not_json: ({ said }) => `El archivo no es JSON válido: ${said}.`,
  file_not_array: () => 'Un archivo JSON debe contener una lista de estaciones: [{"codigo": …}, …].',
  file_without_lines: () => 'El archivo no tiene líneas después del encabezado.',
  file_without_good_lines: () => 'Ninguna línea del archivo se puede emitir.',
  file_not_site_log: () => 'El archivo no es un site log del IGS: no tiene las secciones 1, 3 o 4.',
  file_without_stations: () => 'La tabla de fuentes no tiene ningún registro STR de una estación.',
  file_without_validity: () => 'Falta la columna «dias» o «segundos».',
  file_without_push_passwords: () => 'El archivo no tiene ningún punto de montaje con contraseña.',
  file_without_users: () => 'El archivo no tiene ningún usuario con contraseña.',
  file_needed: ({ name }) => `Falta el archivo ${name}.`,
  file_unknown: ({ name }) =>
    `${name} no es users.aut, groups.aut ni clientmounts.aut. Si es uno de ellos, cámbiele el nombre; si no, quítelo.`,
  file_twice: ({ name }) => `Hay dos archivos llamados ${name}. Elija uno.`,
  column_needed: ({ name }) => `Falta la columna «${name}».`,
  file_too_long: ({ most }) => `El archivo tiene más de ${most} elementos. Divídalo.`,
  too_many_lines: ({ most }) => `El archivo tiene más de ${most} líneas. Elimine las vacías o divida el archivo.`,
  too_many_columns: ({ most }) => `Una línea tiene más de ${most} columnas.`,
  unknown_column: ({ name, known }) => `Columna desconocida: «${name}». Columnas válidas: ${known.join(', ')}.`,
  column_twice: ({ name }) => `La columna «${name}» aparece dos veces en el encabezado.`,
  field_count: ({ here, first }) => `Tiene ${here} campos; el encabezado tiene ${first}.`,
  not_text: () => 'Debe ser un texto.',
  not_number: ({ given }) => `Debe ser un número con punto decimal, no ${JSON.stringify(given)}.`,
  not_object: () => 'Debe ser un objeto.',
}
