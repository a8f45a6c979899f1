import { minuteOf } from '../say.ts'
import type { FaultWords } from '../words.ts'
import { QUOTA } from './quotas.ts'

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
  uri: 'una dirección completa, por ejemplo https://example.mx/avisos',
  'date-time': 'una fecha y hora, por ejemplo 2026-12-01T08:00:00Z',
  date: 'una fecha, por ejemplo 2026-12-01',
}

const timeForm = () => 'debe ser una fecha (2026-12-01) o una hora ISO 8601 (2026-12-01T08:00:00-06:00) que exista'

export const faults: FaultWords = {
  missing: () => 'es obligatorio',
  unknown_field: ({ known }) =>
    known ? `no es un campo conocido (los conocidos: ${known.join(', ')})` : 'no es un campo conocido',
  unknown_parameter: ({ known }) =>
    known.length > 0
      ? `no es un parámetro de este recurso (tiene: ${known.join(', ')})`
      : 'no es un parámetro de este recurso, que no tiene ninguno',
  wrong_type: ({ type }) =>
    `debe ser ${[type]
      .flat()
      .map((one) => TYPES[one] ?? one)
      .join(' o ')}`,
  wrong_format: ({ format }) => `debe ser ${FORMATS[format] ?? format}`,
  wrong_form: ({ form }) => `debe tener la forma ${form}`,
  not_one_of: ({ choices }) => `debe ser uno de: ${choices.join(', ')}`,
  too_small: ({ least, above }) => `${above ? 'debe ser mayor que' : 'no puede ser menor que'} ${least}`,
  too_big: ({ most, below }) => `${below ? 'debe ser menor que' : 'no puede ser mayor que'} ${most}`,
  too_short: ({ least }) => (least === 1 ? 'no puede quedar vacío' : `debe tener al menos ${least} caracteres`),
  too_long: ({ most }) => `no puede tener más de ${most} caracteres`,
  too_few: ({ least }) => (least === 1 ? 'no puede quedar vacío' : `debe tener al menos ${least} elementos`),
  too_many: ({ most }) => `no puede tener más de ${most} elementos`,
  not_unique: () => 'no puede repetir elementos',
  not_valid: () => 'no es válido',
  empty: () => 'no puede quedar vacío',
  blank_around: () => 'no puede empezar ni terminar con un espacio',
  control_characters: () => 'contiene caracteres que no se pueden escribir',
  not_whole_number: ({ least, most }) => `debe ser un número entero de ${least} a ${most}`,
  not_positive_integer: () => 'debe ser un número entero positivo',
  number_range: ({ least, most }) => `debe ser un número de ${least} a ${most}`,
  above_zero: ({ most }) => `debe ser mayor que 0 y no más de ${most}`,
  passed: () => 'ya pasó',
  said: ({ said }) => said,

  not_a_cursor: () => 'no es un cursor de esta lista',
  needs_subject_kind: () => 'necesita un subjectKind',
  idempotency_key_form: () => 'debe tener de 1 a 255 caracteres ASCII visibles',

  station_code_form: () => 'debe tener de 1 a 32 letras, números, «_» o «-»',
  mountpoint_form: () => 'debe tener de 1 a 100 letras, números, «_», «.» o «-»',
  country_form: () => 'debe ser un país en tres letras mayúsculas (ISO 3166), como MEX',
  line_without_semicolon: () => 'debe caber en 100 caracteres, en una línea y sin «;»',
  line_form: () => 'debe tener de 1 a 100 caracteres en una línea, sin «;»',
  host_form: () => 'debe ser un nombre de servidor o una dirección IP',
  phone_form: () => 'debe ser un teléfono: de 7 a 15 dígitos; puede llevar espacios',
  whatsapp_form: () => 'debe ser un número con clave de país, como +52 55 1234 5678',
  port_range: () => 'debe ser un puerto de 1 a 65535',
  source_not_public: ({ address }) =>
    `lleva a ${address}, una dirección privada o local: indique una pública, o pida que se permita su red con CASTER_PULL_ALLOW`,
  source_of_upstream: ({ code }) => `no puede ser ${code}: llega de otro caster y no tiene un origen propio`,
  backup_of_itself: () => 'debe ser otra estación',
  backup_with_upstream: ({ code }) => `no puede ser con ${code}, que llega de otro caster solo mientras alguien la usa`,
  certificate_form: () =>
    'debe ser un certificado en formato PEM, de -----BEGIN CERTIFICATE----- a -----END CERTIFICATE-----',
  certificate_with_key: () =>
    'contiene una clave privada, que solo debe tener el receptor: indique únicamente el certificado. No se guardó nada',
  certificate_several: () => 'debe ser un solo certificado: el del receptor, sin los de su autoridad',
  certificate_weak: () => 'debe tener una clave RSA de 2048 bits o más, o una P-256, P-384, P-521 o Ed25519',
  certificate_ended: ({ until }) => `venció el ${minuteOf(until)}`,
  certificate_taken: ({ code }) =>
    `ya está registrado para la estación ${code}; un certificado acredita un solo origen de una sola estación`,
  certificates_full: ({ most }) => `sobra: puede haber ${most}; quite el que ya no se use`,
  certificate_without_backup: () => 'no tiene segundo push: genere primero su contraseña',
  certificate_not_registered: () =>
    'debe ser la de un certificado registrado de esta estación, o sus primeros 8 dígitos o más',
  certificate_last: () =>
    'es la del último certificado vigente, y se exige uno: registre antes otro, o deje de exigirlo',
  push_password_missing: () => 'necesita antes una contraseña de envío, que se pide junto con el certificado',
  certificate_missing: () => 'necesita antes un certificado registrado y vigente',
  certificate_missing_for_backup: () => 'necesita antes un certificado vigente para el segundo push',
  upstream_caster_form: () => 'debe tener la forma ntrip://usuario:contraseña@servidor:2101, sin punto de montaje',
  upstream_name_form: () => 'debe tener de 1 a 32 letras, cifras, _ o -',
  upstream_prefix_form: () => 'debe tener 20 letras, cifras, _ . o - como máximo, y empezar con letra o cifra',
  account_form: () => 'debe tener un usuario sin dos puntos y una contraseña',
  upstream_exists: ({ name }) => `ya está en uso: otro caster de origen se llama ${name}`,
  upstream_form: () => 'debe tener la forma ntrip://usuario:contraseña@servidor:2101/PUNTO',
  needed_for_new_station: () => 'hace falta en una estación nueva',
  unknown_member: ({ code }) => `«${code}» no es el código de una estación activa`,
  twice_in_list: ({ code }) => `«${code}» aparece dos veces en el archivo`,
  mountpoint_of_network: ({ mountpoint }) => `«${mountpoint}» es el punto de montaje de la red`,
  mountpoint_of_station: ({ mountpoint, code }) => `«${mountpoint}» es el punto de montaje de ${code}`,
  mountpoint_of_a_station: () => 'es el punto de montaje de una estación',
  group_exists: ({ name }) => `ya existe el grupo «${name}»`,
  mountpoint_exists: ({ mountpoint }) => `ya existe el punto de montaje «${mountpoint}»`,
  station_of_rovers_each: ({ code }) =>
    `otro caster calcula ${code} para cada rover: puede tener otros nombres, pero nada se puede modificar`,
  station_not_rtcm: ({ code }) =>
    `${code} no envía RTCM: su flujo puede tener otros nombres, pero no se puede modificar`,
  form_gives_nothing: ({ code, types }) =>
    `no entregaría observaciones: ${code} envía ${types.join(', ')}, que no se pueden convertir a esta forma`,
  altered_mountpoints: ({ names }) =>
    `debe ser RTCM, porque hay puntos de montaje que la modifican: ${names.join(', ')}; elimínelos primero`,
  table_line_form: ({ line }) =>
    `la línea ${line} debe ser un registro STR, CAS o NET completo: todos sus campos separados por «;», en una línea de hasta 500 caracteres`,
  table_line_taken: ({ line, mountpoint }) =>
    `línea ${line}: «${mountpoint}» es un punto de montaje de este caster, o está repetido`,

  set_by_environment: ({ variable }) => `la variable ${variable} del servidor manda; aquí no se puede cambiar`,
  colour_form: () => 'debe ser un color como #0b6478',
  sender_form: () => 'debe ser un correo, por ejemplo rtk@example.mx o Red RTK <rtk@example.mx>',
  tiles_form: () => 'debe ser una dirección como https://mapas.example.mx/{z}/{x}/{y}.png',
  logo_kind: () => 'el archivo no es una imagen PNG o JPEG',
  logo_svg: () => 'un SVG puede contener programas y no se admite; guarde el logotipo como PNG',
  logo_damaged: () => 'la imagen está dañada o incompleta; ábrala y guárdela de nuevo',
  logo_png_form: () => 'guarde el PNG con 8 bits por canal y sin entrelazar',
  logo_jpeg_colours: () => 'guarde el JPEG en RGB o en grises, no en CMYK',
  logo_too_large: ({ most }) => `la imagen pesa más de ${most} KiB; redúzcala`,
  logo_too_wide: ({ most }) => `la imagen mide más de ${most} pixeles por lado; redúzcala`,
  unknown_station_id: () => 'no es el id de una estación activa',
  unknown_station_code: () => 'no es el código de una estación activa',
  unknown_group: () => 'no es el nombre de un grupo de estaciones',
  station_or_group: () =>
    'no va junto con una estación: una credencial da acceso a una estación, a un grupo o a la red',
  other_station: ({ id, code }) => `no es el código de la estación ${id} (${code})`,
  start_form: timeForm,
  time_form: timeForm,
  start_too_far: ({ days }) => `debe ser a lo más ${days} días adelante`,
  start_in_past: () => 'no puede ser anterior a hoy',
  email_needed: () => 'hace falta para enviar el correo',
  no_mail: () => 'no se puede usar: este servicio no tiene correo configurado; entregue el enlace',
  username_form: () => 'debe tener de 6 a 20 letras minúsculas y cifras',
  username_taken: () => 'ya está en uso: una credencial tiene o tuvo este usuario',
  password_form: () => 'debe tener de 16 a 64 caracteres ASCII imprimibles, sin «:»',
  reference_taken: ({ id }) => `ya está en uso: la credencial ${id} tiene esta referencia`,
  twice_in_request: () => 'aparece dos veces en esta solicitud',
  not_of_fence: ({ shape }) =>
    shape === 'circle' ? 'es de un polígono, y esto es un círculo' : 'es de un círculo, y esto es un polígono',
  fence_too_wide: () =>
    'abarca 180 grados de longitud o más: un área no puede cruzar el antimeridiano (haga dos credenciales)',
  fence_repeats: ({ point }) => `tiene el punto ${point} dos veces seguidas`,
  fence_crosses: ({ first, second }) =>
    `se cruza a sí misma: los lados ${first} y ${second} se tocan; dé los puntos en su orden alrededor del área`,
  pair_name_length: ({ most }) => `debe tener nombres de 1 a ${most} caracteres`,
  end_too_far: ({ days }) => `llevaría el fin a más de ${days} días de hoy`,
  nothing_to_change: () => 'debe indicar al menos un campo por cambiar',
  metadata_both_ways: () => 'no se puede indicar junto con «metadatos»',
  credential_was_revoked: () => 'está revocada: ya no se puede cambiar',
  credential_has_expired: () => 'ya venció: no hay nada que revocar',
  credential_is_gone: () => 'ya no existe o no es de su organización',
  both_validities: () => 'ponga «dias» o «segundos», no ambos',
  quota_exceeded: ({ quota, limit }) => `rebasa la cuota de ${limit} ${QUOTA[quota]}`,
  sessions_of_operator: () => 'solo quien opera la red define cuántas conexiones tiene una credencial',

  imported_username: ({ most }) => `debe tener de 1 a ${most} caracteres imprimibles, sin «:»`,
  imported_password: ({ most }) => `debe tener de 1 a ${most} caracteres imprimibles`,
  colon_in_password: () => 'contiene «:», y un caster BKG no lee lo que sigue',
  blank_in_name: () => 'tiene un nombre con espacios',
  unknown_mountpoint: ({ name }) =>
    `«${name}» no es un punto de montaje de esta red: agregue primero la estación u omita esos puntos de montaje`,
  opens_nothing: () => 'no da acceso a ningún punto de montaje',
  others_unknown: ({ line }) =>
    `depende de «default:», y no se sabe a qué da acceso mientras no se pueda leer la línea ${line} de clientmounts.aut`,
  rights_unknown: ({ file, line }) =>
    `no se sabe a qué da acceso mientras no se pueda leer la línea ${line} de ${file}`,
  part_of_station: ({ name, closed }) =>
    `da acceso a «${name}» pero no a «${closed}» de la misma estación, que aquí se abre completa`,
  end_before_start: () => 'termina antes de empezar',
  already_over: () => 'su vigencia ya terminó',
  revoked_there: () => 'ya estaba revocada',
  twice_in_file: ({ line }) => `está también en la línea ${line} (las mayúsculas no cuentan)`,
  blank_before: () => 'empieza con un espacio: un caster BKG no la lee',
  without_tabs: () =>
    'no tiene tabuladores: SNIP separa con ellos usuario y contraseña; ¿el archivo es de otro caster?',
  again_later: () => 'se repite más abajo, y esa línea es la que cuenta',
  exists_with_other: ({ fields }) => `ya existe, con datos distintos: ${fields.join(', ')}`,

  empty_event: () => 'no puede llevar un evento sin nombre',
  unknown_event_id: () => 'no es el id de un evento de esta lista que aún se conserve',
  unknown_event: ({ name, known }) => `tiene un evento desconocido «${name}» (los conocidos: ${known.join(', ')})`,
  https_needed: () => 'debe ser una dirección https',
  login_in_address: () => 'no puede llevar usuario ni contraseña',
  not_public: () => 'no puede llevar a una dirección privada o local',

  webhooks_both_ways: () => 'no puede ser «sin webhooks» en un token con el permiso «webhooks»',
  not_paid: () => 'no se ha recibido dinero por este pedido',
  unknown_product: () => 'no es un producto a la venta',
  not_in_product: () => 'no es lo que ofrece el producto',
  station_of_product: () => 'va con un producto que da acceso a una estación, y solo con él',
  group_of_product: () => 'va con un producto que da acceso a un grupo, y solo con él',

  owner_for_resellers: () => 'es solo para revendedores',
  owner_for_reseller_needed: () => 'hace falta para un revendedor',
  unknown_owner: () => 'no es de ninguna organización',
  user_disabled: () => 'el usuario está desactivado: actívelo primero',
  wrong_totp: () => 'no es el que la aplicación debe mostrar ahora: revise la hora de ambos equipos',
  password_common: () =>
    'es demasiado fácil de adivinar: es una palabra o contraseña que usa mucha gente, o se basa en una. Elija tres o cuatro palabras que no tengan relación entre sí',
  password_personal: () =>
    'no puede contener su nombre, su correo ni el nombre de este servicio. Elija palabras que nadie relacione con usted',

  file_empty: () => 'el archivo está vacío',
  file_not_sent: () => 'envíe el archivo mismo',
  file_not_utf8: () => 'el archivo no está en UTF-8: guárdelo como «CSV UTF-8»',
  file_not_csv: ({ said }) => `no es CSV válido: ${said}`,
  file_not_json: ({ said }) => `no es JSON válido: ${said}`,
  file_not_array: () => 'un archivo JSON debe tener una lista de estaciones: [{"codigo": …}, …]',
  file_without_lines: () => 'el archivo solo tiene la primera línea, con los nombres de las columnas',
  file_without_good_lines: () => 'ninguna línea del archivo se puede emitir',
  file_without_stations: () => 'la tabla no tiene una línea STR de una estación',
  file_without_validity: () => 'falta la columna «dias» (o «segundos»), con la vigencia',
  file_without_users: () => 'el archivo no tiene ningún usuario con contraseña',
  file_needed: ({ name }) => `falta el archivo ${name}`,
  file_unknown: ({ name }) =>
    `${name} no es users.aut, groups.aut ni clientmounts.aut: si es uno de ellos, cámbiele el nombre; si no, no lo elija`,
  file_twice: ({ name }) => `hay dos archivos llamados ${name}: elija el que vale`,
  column_needed: ({ name }) => `falta la columna «${name}»`,
  file_too_long: ({ most }) => `el archivo tiene más de ${most} elementos: divídalo`,
  too_many_lines: ({ most }) => `el archivo tiene más de ${most} líneas: elimine las que no tienen datos o divídalo`,
  too_many_columns: ({ most }) => `una línea tiene más de ${most} columnas`,
  unknown_column: ({ name }) => `la columna «${name}» no se conoce; revise la primera línea`,
  column_twice: ({ name }) => `la columna «${name}» está dos veces en la primera línea`,
  field_count: ({ here, first }) => `tiene ${here} campos y la primera línea tiene ${first}`,
  not_text: () => 'debe ser un texto',
  not_number: ({ given }) => `debe ser un número con punto decimal, no ${JSON.stringify(given)}`,
  not_object: () => 'debe ser un objeto',
}
