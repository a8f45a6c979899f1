import type { Translations } from './translations.ts'

export const credentialOperations: Translations = {
  'Expire a test credential now': 'Vencer ahora una credencial de prueba',
  'Sets `expira_at` to now and emits `credential.expired`. Idempotent: repeating the call returns the same response and emits no second event. Only for credentials issued with a test token; others return 403.':
    'Pone `expira_at` en este momento y envía `credential.expired`. Idempotente: repetir la petición devuelve la misma respuesta y no envía otro evento. Solo para credenciales emitidas con un token de prueba; las demás responden un 403.',
  'The credential, expired.': 'La credencial, vencida.',
  'List credentials of the organization, newest first':
    'Listar las credenciales de la organización, las más recientes primero',
  'Responses do not include passwords. Filters are combined with AND.':
    'Las respuestas no incluyen contraseñas. Si usa varios filtros, deben cumplirse todos.',
  'Only credentials in this state.': 'Solo credenciales en este estado.',
  'Only the credential with exactly this `referencia`.': 'Solo la credencial con exactamente esta `referencia`.',
  'Only the credential with exactly this `usuario`.': 'Solo la credencial con exactamente este `usuario`.',
  'Only credentials with exactly this `cliente_email`, spelled as it was entered.':
    'Solo credenciales con exactamente este `cliente_email`, escrito como se registró.',
  'Only credentials with exactly this `label`.': 'Solo credenciales con exactamente este `label`.',
  'Only credentials of this station. An unknown code returns 400.':
    'Solo credenciales de esta estación. Un código desconocido responde un 400.',
  'Only credentials of the station group with this name (case-insensitive). An unknown name returns 400.':
    'Solo credenciales del grupo de estaciones con este nombre, sin distinguir mayúsculas. Un nombre desconocido responde un 400.',
  '`base`: only credentials of a station. `red`: only credentials of the network mountpoint or of a station group.':
    '`base`: solo credenciales de una estación. `red`: solo las del punto de montaje de red o de un grupo de estaciones.',
  '`true`: only credentials that are valid now. `false`: only the others.':
    '`true`: solo credenciales vigentes ahora. `false`: solo las demás.',
  '`true`: only credentials with a connected rover. `false`: only the others.':
    '`true`: solo credenciales con un rover conectado. `false`: solo las demás.',
  'Only credentials that expire at or after this time.': 'Solo credenciales que vencen en ese momento o después.',
  'Only credentials that expire before this time (exclusive).':
    'Solo credenciales que vencen antes de ese momento, sin incluirlo.',
  'Only credentials issued at or after this time.': 'Solo credenciales emitidas en ese momento o después.',
  'Only credentials issued before this time (exclusive).':
    'Solo credenciales emitidas antes de ese momento, sin incluirlo.',
  'Search text of at most six words. Each word must be the beginning of `usuario`, or of a word in `cliente_nombre`, `cliente_email`, `label` or `referencia`. Case and accents are ignored.':
    'Texto de búsqueda, seis palabras como máximo. Cada palabra debe ser el principio de `usuario` o de una palabra de `cliente_nombre`, `cliente_email`, `label` o `referencia`. No se distinguen mayúsculas ni acentos.',
  'Issue a credential': 'Emitir una credencial',
  'With a station, the credential gives access to its mountpoint (`tipo: base`); with a group, to the mountpoints of its stations and the network mountpoint within the group; with neither, to the network mountpoint (`tipo: red`).':
    'Con una estación, la credencial da acceso a su punto de montaje (`tipo: base`). Con un grupo, a los puntos de montaje de sus estaciones y al punto de montaje de red dentro del grupo. Sin ninguno, al punto de montaje de red (`tipo: red`).',
  'The credential with its password.': 'La credencial con su contraseña.',
  'Issue many credentials': 'Emitir muchas credenciales',
  'Up to 1000, all or nothing, in one transaction. Errors point at the item (`/credentials/17/segundos`).':
    'Hasta 1000, todas o ninguna, en una transacción. Los errores señalan el elemento (`/credentials/17/segundos`).',
  'The credentials with their passwords, in the order of the request.':
    'Las credenciales con sus contraseñas, en el orden de la petición.',
  'Get a credential with its password': 'Consultar una credencial con su contraseña',
  'A credential of another organization returns 404.': 'Una credencial de otra organización responde un 404.',
  'The credential.': 'La credencial.',
  'Revoke a credential': 'Revocar una credencial',
  'Emits `credential.revoked`. Idempotent: repeating the call returns the same response and emits no second event. An expired credential returns 409.':
    'Envía `credential.revoked`. Idempotente: repetir la petición devuelve la misma respuesta y no envía otro evento. Una credencial vencida responde un 409.',
  'The credential, revoked.': 'La credencial, revocada.',
  'Change a credential': 'Modificar una credencial',
  'Omitted fields do not change. If the station changes, connected rovers are disconnected within a second. Emits `credential.updated` with the names of the changed fields, or no event if nothing changed. Reminders go to a new `cliente_email`; if a token without access to passwords changes it, reminders stop, because they contain the link to the customer page.':
    'Los campos omitidos no cambian. Si cambia la estación, los rovers conectados se desconectan en menos de un segundo. Envía `credential.updated` con los nombres de los campos que cambiaron, o ningún evento si nada cambió. Los recordatorios van al nuevo `cliente_email`. Si lo cambia un token sin acceso a contraseñas, los recordatorios se detienen, porque llevan el enlace a la página del cliente.',
  'The credential after the change.': 'La credencial después del cambio.',
  'Renew a credential': 'Renovar una credencial',
  'Username and password stay the same. `expira_at` becomes the later of now and `expira_at`, plus `segundos`, at most 366 days from now. An expired credential becomes active again; connected rovers stay connected. Emits `credential.renewed`.':
    'El usuario y la contraseña no cambian. `segundos` se suma a `expira_at` o a este momento, el que sea posterior; como máximo, hasta 366 días a partir de ahora. Una credencial vencida vuelve a estar activa; los rovers conectados siguen conectados. Envía `credential.renewed`.',
  'The credential with its new expiry.': 'La credencial con su nuevo vencimiento.',
  'Suspend a credential': 'Suspender una credencial',
  'The caster rejects the credential until it is resumed; connected rovers are disconnected within a second. `estado` and `expira_at` do not change. Emits `credential.suspended`. Idempotent: repeating the call returns the same response and emits no second event.':
    'El caster rechaza la credencial hasta que se reanude; los rovers conectados se desconectan en menos de un segundo. `estado` y `expira_at` no cambian. Envía `credential.suspended`. Idempotente: repetir la petición devuelve la misma respuesta y no envía otro evento.',
  'The credential, suspended.': 'La credencial, suspendida.',
  'Resume a suspended credential': 'Reanudar una credencial suspendida',
  'Emits `credential.resumed`. If the credential is not suspended, the response is the same and no event is emitted.':
    'Envía `credential.resumed`. Si la credencial no está suspendida, la respuesta es la misma y no se envía ningún evento.',
  'The credential, no longer suspended.': 'La credencial, ya no suspendida.',
  'Generate a new password': 'Generar otra contraseña',
  'Connected rovers are disconnected within a second. The customer page shows the new password. Emits `credential.updated`.':
    'Los rovers conectados se desconectan en menos de un segundo. La página del cliente muestra la contraseña nueva. Envía `credential.updated`.',
  'The credential with its new password.': 'La credencial con su contraseña nueva.',
  'Resend the connection details by e-mail': 'Reenviar por correo los datos de conexión',
  'Sent to `cliente_email`. Returns 400 if there is none, or if the service has no mail transport. A pending e-mail to the same address is not duplicated. Test credentials are never e-mailed. Not available for tokens without access to passwords.':
    'Se envían a `cliente_email`. Responde un 400 si no hay ninguno, o si el servicio no tiene correo configurado. Un correo pendiente a la misma dirección no se duplica. Los de credenciales de prueba nunca se envían. No está disponible para tokens sin acceso a contraseñas.',
  'The e-mail is queued.': 'El correo está en cola.',
  'Revoke many credentials': 'Revocar muchas credenciales',
  'Up to 1000, in one transaction. Emits `credential.revoked` for each. Credentials that cannot be revoked are listed with the reason and do not change.':
    'Hasta 1000, en una transacción. Envía `credential.revoked` por cada una. Las que no se pueden revocar se listan con el motivo y no cambian.',
  'The number of revoked credentials, and those not revoked.': 'Cuántas credenciales se revocaron, y las que no.',
}
