import type { Translations } from './translations.ts'

export const credentials: Translations = {
  'Credentials to issue, all or none.': 'Credenciales por emitir: todas o ninguna.',
  '`true` in every successful response.': '`true` en toda respuesta correcta.',
  'The credentials of a batch, in the order of the request.':
    'Las credenciales de un lote, en el orden de la petición.',
  'Identifier of the credential.': 'Identificador de la credencial.',
  'NTRIP username: lower-case letters and digits. Generated usernames contain no look-alike characters. A username is never reused.':
    'Usuario NTRIP: letras minúsculas y dígitos. Los generados no tienen caracteres que se confunden entre sí. Un usuario nunca se reutiliza.',
  'Mountpoint that the credential gives access to.': 'El punto de montaje al que da acceso la credencial.',
  'Host of the caster.': 'Servidor del caster.',
  'Port of the caster.': 'Puerto del caster.',
  'Format of the corrections.': 'Formato de las correcciones.',
  'Reference frame of the coordinates.': 'Marco de referencia de las coordenadas.',
  'Issue time.': 'Cuándo se emitió.',
  'Expiry time: start plus `segundos`.': 'Cuándo vence: el inicio más `segundos`.',
  'Start of validity.': 'Inicio de la vigencia.',
  '`true` only if the credential has started, has not expired, was not revoked and is not suspended.':
    '`true` solo si la credencial ya inició, no ha vencido, no se revocó y no está suspendida.',
  'Free text.': 'Texto libre.',
  "The customer's name.": 'El nombre del cliente.',
  "The customer's e-mail.": 'El correo del cliente.',
  'Id of the station; `null` if `tipo` is not `base`.': 'Identificador de la estación; `null` si `tipo` no es `base`.',
  'Code of the station.': 'Código de la estación.',
  'Name of the station group; `null` if the credential has none. A group credential gives access to the mountpoints of its stations, and to `mountpoint`, the network mountpoint, within the group.':
    'Nombre del grupo de estaciones; `null` si la credencial no tiene grupo. Con un grupo, da acceso a los puntos de montaje de sus estaciones y a `mountpoint`, el punto de montaje de red, dentro del grupo.',
  'Your own identifier of the credential. It is never reused among your credentials.':
    'El identificador que usted da a la credencial. Nunca se repite entre sus credenciales.',
  'Your own data about the credential; `{}` if there is none.':
    'Los datos que usted guarda con la credencial; `{}` si no hay ninguno.',
  'Geofence of the credential; `null` if it can be used anywhere.':
    'Geocerca de la credencial; `null` si se puede usar en cualquier lugar.',
  '`true` while the credential is suspended. Then `estado` does not change and `vigente` is `false`.':
    '`true` mientras la credencial está suspendida. Entonces `estado` no cambia y `vigente` es `false`.',
  '`true` if a test token created the credential. It has the same life cycle as any other, but the caster rejects it and only test tokens see it.':
    '`true` si la credencial se creó con un token de prueba. Su ciclo de vida es el de cualquier otra, pero el caster la rechaza y solo la ven los tokens de prueba.',
  '`true` if a rover is connected with the credential now.':
    '`true` si un rover está conectado ahora con la credencial.',
  'Start of the most recent session; `null` if none is stored. Sessions are kept for a limited time.':
    'Inicio de la sesión más reciente; `null` si no hay ninguna guardada. Las sesiones se conservan por tiempo limitado.',
  'URL of the customer page. The link is unguessable and requires no sign-in.':
    'La URL de la página del cliente. El enlace es imposible de adivinar y no requiere iniciar sesión.',
  'URL of the customer page as a PDF.': 'La URL de la página del cliente en PDF.',
  'NTRIP password.': 'Contraseña NTRIP.',
  'Time-limited NTRIP access, with its secrets: the password and the links that show it.':
    'Acceso NTRIP por tiempo limitado, con sus secretos: la contraseña y los enlaces que la muestran.',
  'Replaces all of your own data about the credential; `null` deletes it.':
    'Reemplaza todos los datos que usted guarda con la credencial; `null` los borra.',
  'Changes individual pairs and keeps the others; `null` removes a pair. Cannot be combined with `metadatos`.':
    'Cambia pares individuales y conserva los demás; `null` quita un par. No se combina con `metadatos`.',
  'Id of the new station; `null` for the network mountpoint.':
    'Identificador de la nueva estación; `null` para el punto de montaje de red.',
  'Code of the station, as an alternative to `station_id`. If both are given, they must match.':
    'Código de la estación, en lugar de `station_id`. Si envía los dos, deben coincidir.',
  'Name of the new station group (case-insensitive); `null` for the network mountpoint. Cannot be combined with a station. The credential loses its previous access.':
    'Nombre del nuevo grupo de estaciones, sin distinguir mayúsculas; `null` para el punto de montaje de red. No se combina con una estación. La credencial pierde el acceso anterior.',
  'New geofence of the credential; `null` removes it.': 'Nueva geocerca de la credencial; `null` la quita.',
  'The fields to change, at least one. Omitted fields do not change.':
    'Los campos por cambiar, al menos uno. Los campos omitidos no cambian.',
  'A field of a credential that can be changed.': 'Un campo de la credencial que se puede cambiar.',
  '`base`: the mountpoint of one station. `red`: the network mountpoint or, with `grupo`, the mountpoints of a station group and the network mountpoint within it.':
    '`base`: el punto de montaje de una estación. `red`: el punto de montaje de red o, con `grupo`, los puntos de montaje de un grupo de estaciones y el de red dentro del grupo.',
  'Pass this value as `cursor` to get the next page; `null` on the last page.':
    'Envíe este valor como `cursor` para obtener la página siguiente; `null` en la última.',
  'A page of credentials.': 'Una página de credenciales.',
  'Validity in seconds, counted from the start of validity (`inicia_at`).':
    'Vigencia en segundos, contada desde su inicio (`inicia_at`).',
  'Id of the station. With neither a station nor a group, the credential gives access to the network mountpoint.':
    'Identificador de la estación. Sin estación ni grupo, la credencial da acceso al punto de montaje de red.',
  'Name of a station group (case-insensitive). The credential gives access to the mountpoints of its stations, and to the network mountpoint within the group. Cannot be combined with a station.':
    'Nombre de un grupo de estaciones, sin distinguir mayúsculas. La credencial da acceso a los puntos de montaje de sus estaciones y al punto de montaje de red dentro del grupo. No se combina con una estación.',
  'Start of validity: a date `YYYY-MM-DD` (00:00 Mexico central time) or an ISO 8601 timestamp (Mexico central time if it has no offset). Default: now. A time earlier today or up to 5 minutes ago means now; an earlier time returns 400. At most 180 days ahead.':
    'Inicio de la vigencia: una fecha `YYYY-MM-DD` (00:00 del centro de México) o una fecha y hora ISO 8601 (hora del centro de México si no trae desfase). Si se omite: ahora. Una hora anterior de hoy, o de hasta hace 5 minutos, significa ahora; una anterior responde un 400. Como máximo, dentro de 180 días.',
  'Your own identifier of the credential, such as an order number. It is never reused among your credentials: a duplicate returns 409 with the id of the existing credential.':
    'El identificador que usted da a la credencial, por ejemplo un número de pedido. Nunca se repite entre sus credenciales: un duplicado responde un 409 con el identificador de la credencial existente.',
  'Your own data about the credential.': 'Los datos que usted quiere guardar con la credencial.',
  'Geofence of the credential. If omitted, it can be used anywhere.':
    'Geocerca de la credencial. Si se omite, se puede usar en cualquier lugar.',
  'NTRIP username of your choice. If omitted, one is generated. A username that ever existed returns 409.':
    'Usuario NTRIP a su elección. Si se omite, se genera. Un usuario que haya existido alguna vez responde un 409.',
  'An existing password from another caster: 16 to 64 printable ASCII characters without `:`. Requires the scope `import`. If omitted, one is generated.':
    'Una contraseña que ya existe en otro caster: de 16 a 64 caracteres ASCII imprimibles, sin `:`. Requiere el permiso `import`. Si se omite, se genera.',
  'The credential to issue.': 'La credencial por emitir.',
  'One credential.': 'Una credencial.',
  'A scheduled credential (start in the future) is `activa`, and its `vigente` is `false`.':
    'Una credencial programada (con inicio en el futuro) es `activa` y su `vigente` es `false`.',
  'A credential as returned to tokens without access to passwords: without `password`, `url` and `pdf`.':
    'Una credencial como la reciben los tokens sin acceso a contraseñas: sin `password`, `url` ni `pdf`.',
  'A credential without its password and without the links that show it.':
    'Una credencial sin su contraseña ni los enlaces que la muestran.',
  'An area: a circle or a polygon. On the network mountpoint, a rover receives data only while it reports a position inside the area.':
    'Un área: un círculo o un polígono. En el punto de montaje de red, un rover recibe datos solo mientras reporta una posición dentro de ella.',
  'Latitude of the centre, in decimal degrees.': 'Latitud del centro, en grados decimales.',
  'Longitude of the centre, in decimal degrees.': 'Longitud del centro, en grados decimales.',
  'Radius in kilometres.': 'Radio en kilómetros.',
  'A circle.': 'Un círculo.',
  'What happens on the mountpoint of a station when a rover reports a position outside the area. `avisar` (default): the session records it. `cortar`: the session ends.':
    'Qué pasa en el punto de montaje de una estación cuando un rover reporta una posición fuera del área. `avisar` (predeterminado): la sesión lo registra. `cortar`: la sesión termina.',
  '3 to 100 points `[lat, lng]` around the area, in order. The sides are straight lines in latitude and longitude, do not cross each other, and do not cross the antimeridian.':
    'De 3 a 100 puntos `[lat, lng]` alrededor del área, en orden. Los lados son rectos en latitud y longitud, no se cruzan entre sí y no cruzan el antimeridiano.',
  'A polygon.': 'Un polígono.',
  'A credential without its password.': 'Una credencial sin su contraseña.',
  'Recipient of the e-mail.': 'El destinatario del correo.',
  'The credential whose connection details are e-mailed.':
    'La credencial cuyos datos de conexión se envían por correo.',
  'Extension in seconds, added to `expira_at` or, if that has passed, to the current time. The new expiry is at most 366 days from now.':
    'Prolongación en segundos, que se suma a `expira_at` o, si ya pasó, a la hora actual. La credencial vence, como máximo, dentro de 366 días.',
  'How long to extend the credential.': 'Cuánto se prolonga la credencial.',
  'Ids of the credentials to revoke. Duplicates count once.':
    'Identificadores de las credenciales por revocar. Los repetidos cuentan una sola vez.',
  'The credentials to revoke.': 'Las credenciales por revocar.',
  'Number of revoked credentials.': 'Número de credenciales revocadas.',
  'Credentials that did not change, with the reason.': 'Las credenciales que no cambiaron, con el motivo.',
  'Result of revoking many credentials.': 'El resultado de revocar muchas credenciales.',
  'Send the connection details to `cliente_email`. Returns 400 if the service has no mail transport. With a test token, the same checks apply and no e-mail is sent.':
    'Enviar los datos de conexión a `cliente_email`. Responde un 400 si el servicio no tiene correo configurado. Con un token de prueba se hacen las mismas revisiones y no se envía ningún correo.',
  'Issue the credential suspended. `POST …/reanudar` resumes it.':
    'Emitir la credencial suspendida. `POST …/reanudar` la activa.',
  'Id from the request.': 'El identificador enviado en la petición.',
  'A credential that did not change.': 'Una credencial que no cambió.',
  '`no_existe`: you have no credential with this id. `ya_revocada`: the credential was already revoked. `expirada`: the credential had already expired.':
    '`no_existe`: usted no tiene una credencial con este identificador. `ya_revocada`: la credencial ya estaba revocada. `expirada`: la credencial ya había vencido.',
}
