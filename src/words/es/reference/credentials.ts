import type { Translations } from './translations.ts'

export const credentials: Translations = {
  'Credentials to issue, all or none.': 'Credenciales por emitir: todas o ninguna.',
  'Always true in a success.': 'Siempre `true` en una respuesta correcta.',
  'The credentials of a batch, in the order of the request.':
    'Las credenciales de un lote, en el orden de la petición.',
  'Identifier of the credential.': 'Identificador de la credencial.',
  'NTRIP user. Unique for ever; lower-case letters and digits without look-alikes.':
    'Usuario NTRIP. Nunca se repite; letras minúsculas y dígitos que no se confunden entre sí.',
  'What it opens.': 'El punto de montaje al que da acceso.',
  'Host of the caster.': 'Servidor del caster.',
  'Port of the caster.': 'Puerto del caster.',
  'Format of the corrections.': 'Formato de las correcciones.',
  'Reference frame of the coordinates.': 'Marco de referencia de las coordenadas.',
  'Issue time.': 'Cuándo se emitió.',
  'Expiry time: start plus `segundos`.': 'Cuándo vence: el inicio más `segundos`.',
  'When the credential starts to serve.': 'Cuándo empieza a dar acceso.',
  'true only if the credential has started, has not expired, was not revoked and is not suspended.':
    '`true` solo si la credencial ya inició, no ha vencido, no se revocó y no está suspendida.',
  'Free text.': 'Texto libre.',
  "The customer's name.": 'El nombre del cliente.',
  "The customer's e-mail.": 'El correo del cliente.',
  'The station of a `base` credential.': 'La estación de una credencial `base`.',
  'Its code.': 'Su código.',
  'The name of its group of stations: it opens their mountpoints, and `mountpoint`, the network mountpoint, within the group. null: it has none.':
    'El nombre de su grupo de estaciones. Da acceso a los puntos de montaje de esas estaciones y a `mountpoint`, el punto de montaje de red, dentro del grupo. `null` si no tiene grupo.',
  'Your own name for it, unique for ever among your credentials.':
    'El identificador que usted le da; nunca se repite entre sus credenciales.',
  'What you keep with it; `{}` when there is nothing.': 'Los datos que usted guarda con ella; `{}` si no hay ninguno.',
  'Where it may be used; null: anywhere.': 'Dónde se puede usar; `null`: en cualquier lugar.',
  'true while it is suspended: `estado` stays, and `vigente` is false.':
    '`true` mientras está suspendida: `estado` no cambia y `vigente` es `false`.',
  'true: made by a test token. It has a life like any other, the caster refuses it, and only test tokens see it.':
    '`true`: se creó con un token de prueba. Su ciclo de vida es el de cualquier otra, pero el caster la rechaza y solo la ven los tokens de prueba.',
  'A rover is connected with it now.': 'Un rover está conectado con ella ahora.',
  'When its newest session began; null: none is known. Sessions are kept for a limited time.':
    'Cuándo empezó su sesión más reciente; `null` si no se conoce ninguna. Las sesiones se conservan por tiempo limitado.',
  "The customer's page, behind an unguessable link, no login.":
    'La página del cliente, con un enlace imposible de adivinar y sin inicio de sesión.',
  'The same as a PDF sheet.': 'Lo mismo en una hoja PDF.',
  'NTRIP password.': 'Contraseña NTRIP.',
  'Access to one mountpoint for a limited time, with its secrets: the password and the links that show it.':
    'Acceso a un punto de montaje por tiempo limitado, con sus secretos: la contraseña y los enlaces que la muestran.',
  'Takes the place of all that you keep with it; null: nothing.':
    'Reemplaza todos los datos que usted guarda con ella; `null` los borra.',
  'Changes single pairs and leaves the others as they are; null removes a pair. Not together with `metadatos`.':
    'Cambia pares individuales y conserva los demás; `null` quita un par. No se combina con `metadatos`.',
  'Another station; null: the network mountpoint.': 'Otra estación; `null`: el punto de montaje de red.',
  'Alternative to `station_id`; both together must agree.':
    'Alternativa a `station_id`; si envía los dos, deben coincidir.',
  'Group of stations, by its name in any case; null: the network mountpoint. Not together with a station. What was open before is not any more.':
    'Grupo de estaciones, por su nombre, sin distinguir mayúsculas; `null`: el punto de montaje de red. No se combina con una estación. Se pierde el acceso anterior.',
  'Where it may be used from now on; null: anywhere.': 'Dónde se puede usar desde ahora; `null`: en cualquier lugar.',
  'What to change: at least one field. What is left out stays as it is.':
    'Qué cambiar: al menos un campo. Los campos omitidos no cambian.',
  'A field of a credential that may be changed.': 'Un campo de la credencial que se puede cambiar.',
  '`base`: the mountpoint of one station; `red`: the network mountpoint, or with `grupo` what a group of stations offers.':
    '`base`: el punto de montaje de una estación; `red`: el punto de montaje de red o, con `grupo`, los de un grupo de estaciones.',
  'Give it as `cursor` to get the next page; null on the last one.':
    'Envíelo como `cursor` para obtener la página siguiente; `null` en la última.',
  'A page of credentials.': 'Una página de credenciales.',
  'Validity in seconds, counted from the start of service.':
    'Vigencia en segundos, contada desde el inicio del servicio.',
  'Station. Without a station, the credential gives access to the network mountpoint.':
    'Estación. Sin estación, la credencial da acceso al punto de montaje de red.',
  'Group of stations, by its name in any case. The credential opens the mountpoints of its stations, and the network mountpoint within the group. Not together with a station.':
    'Grupo de estaciones, por su nombre, sin distinguir mayúsculas. La credencial da acceso a los puntos de montaje de sus estaciones y al punto de montaje de red dentro del grupo. No se combina con una estación.',
  'Start of service: a date `YYYY-MM-DD` (00:00 Mexico central time) or an ISO 8601 timestamp (without offset: Mexico central time). Omitted: now. Earlier today or up to 5 minutes ago means now. At most 180 days ahead.':
    'Inicio del servicio: una fecha `YYYY-MM-DD` (00:00 del centro de México) o una fecha y hora ISO 8601 (sin desfase: hora del centro de México). Si se omite: ahora. Hoy más temprano, o hasta hace 5 minutos, significa ahora. Como máximo, dentro de 180 días.',
  'Your own name for it, such as the number of an order. Unique for ever among your credentials: a second one is a 409 that names the first.':
    'El identificador que usted le da, por ejemplo el número de un pedido. Nunca se repite entre sus credenciales: una segunda responde un 409 que nombra la primera.',
  'What you want to keep with it.': 'Los datos que usted quiere guardar con ella.',
  'Where it may be used. Left out: anywhere.': 'Dónde se puede usar. Si se omite: en cualquier lugar.',
  'NTRIP username of your choice. If omitted, one is generated. A username that ever existed returns 409.':
    'Usuario NTRIP a su elección. Si se omite, se genera. Un usuario que haya existido alguna vez responde un 409.',
  'An existing password from another caster: 16 to 64 printable ASCII characters without `:`. Requires the scope `import`. If omitted, one is generated.':
    'Una contraseña que ya existe en otro caster: de 16 a 64 caracteres ASCII imprimibles, sin `:`. Requiere el permiso `import`. Si se omite, se genera.',
  'The credential to issue.': 'La credencial por emitir.',
  'One credential.': 'Una credencial.',
  'A scheduled credential (start in the future) is `activa` with `vigente` false.':
    'Una credencial programada (con inicio en el futuro) es `activa` con `vigente` en `false`.',
  'A credential as a token that was created without passwords receives it: without `password`, `url` and `pdf`.':
    'Una credencial como la recibe un token creado sin acceso a contraseñas: sin `password`, `url` ni `pdf`.',
  'A credential without its password and without the links that show it.':
    'Una credencial sin su contraseña ni los enlaces que la muestran.',
  'An area: a circle or a polygon. On the network mountpoint a rover gets data only while it says that it is inside.':
    'Un área: un círculo o un polígono. En el punto de montaje de red, un rover recibe datos solo mientras reporta una posición dentro de ella.',
  'Latitude of the centre, in decimal degrees.': 'Latitud del centro, en grados decimales.',
  'Longitude of the centre.': 'Longitud del centro.',
  'Radius in kilometres.': 'Radio en kilómetros.',
  'A circle.': 'Un círculo.',
  'What happens on a base to a rover that says it is outside. `avisar` (if left out): its record tells it. `cortar`: its session ends.':
    'Qué pasa en una base con un rover que reporta una posición fuera del área. `avisar` (si se omite): su sesión lo registra. `cortar`: su sesión termina.',
  '3 to 100 points `[lat, lng]` around the area, in their order. Its sides are straight in latitude and longitude, do not cross each other, and do not cross the antimeridian.':
    'De 3 a 100 puntos `[lat, lng]` alrededor del área, en orden. Los lados son rectos en latitud y longitud, no se cruzan entre sí y no cruzan el antimeridiano.',
  'A polygon.': 'Un polígono.',
  'A credential without its password.': 'Una credencial sin su contraseña.',
  'The address that the mail goes to.': 'La dirección a la que se envía el correo.',
  'The credential whose connection data was mailed.': 'La credencial cuyos datos de conexión se enviaron por correo.',
  'How much longer it serves, in seconds, counted from `expira_at` or, when that has passed, from now. At most 366 days from now.':
    'Cuánto se prolonga, en segundos, a partir de `expira_at` o, si ya pasó, de ahora. Como máximo, hasta 366 días a partir de ahora.',
  'How much longer it serves.': 'Cuánto se prolonga.',
  'Credentials to revoke. One that is named twice counts once.':
    'Credenciales por revocar. Una que se repite cuenta una sola vez.',
  'Which credentials to revoke.': 'Qué credenciales revocar.',
  'How many were revoked.': 'Cuántas se revocaron.',
  'Those that were left as they are, and why.': 'Las que no cambiaron, y por qué.',
  'What became of the credentials that were named.': 'El resultado para las credenciales indicadas.',
  'Send the connection data to `cliente_email`. Needs a mail transport in the service; without one it is a 400. With a test token it is checked alike and nothing is sent.':
    'Enviar los datos de conexión a `cliente_email`. Requiere que el servicio tenga correo configurado; si no, responde un 400. Con un token de prueba se revisa igual y no se envía nada.',
  'Issue it suspended; `POST …/reanudar` lets it serve.': 'Emitirla suspendida; `POST …/reanudar` la activa.',
  'Of the request.': 'El de la petición.',
  'A credential that was left as it is.': 'Una credencial que no cambió.',
  '`no_existe`: you have no such credential; `ya_revocada`; `expirada`: it ended by itself.':
    '`no_existe`: usted no tiene esa credencial; `ya_revocada`: ya estaba revocada; `expirada`: venció por sí sola.',
}
