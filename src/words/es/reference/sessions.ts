import type { Translations } from './translations.ts'

export const sessions: Translations = {
  '`true` if the caster accepts the credential now, with the right username and password.':
    '`true` si el caster acepta ahora la credencial, con el usuario y la contraseña correctos.',
  'Findings, most important first.': 'Hallazgos, el más importante primero.',
  'Why a rover can or cannot connect.': 'Por qué un rover puede o no puede conectarse.',
  'Detail of the finding: why the last attempt was rejected (`refused`), why the last session ended (`ended`), or what happened in it (`noted`); `null` for other findings.':
    'Detalle del hallazgo: por qué se rechazó el último intento (`refused`), por qué terminó la última sesión (`ended`) o qué pasó en ella (`noted`); `null` en los demás hallazgos.',
  '`true` if the finding prevents the rover from connecting, or did so at the last attempt.':
    '`true` si el hallazgo impide que el rover se conecte, o lo impidió en el último intento.',
  'The finding as a sentence, in the language of `Accept-Language`.':
    'El hallazgo en una frase, en el idioma de `Accept-Language`.',
  'A fact about the connection of the rover.': 'Un hecho sobre la conexión del rover.',
  'Stable code of the finding, for programs.': 'Código estable del hallazgo, para programas.',
  'When the rover connected.': 'Cuándo se conectó el rover.',
  'End of the session; null while it is open.': 'Fin de la sesión; `null` mientras está abierta.',
  'Why the session ended; `null` while it is open.': 'Por qué terminó la sesión; `null` mientras está abierta.',
  'Mountpoint that the rover requested.': 'El punto de montaje que pidió el rover.',
  'IP address that the rover connected from.': 'La dirección IP desde la que se conectó el rover.',
  '`User-Agent` of the device.': 'El `User-Agent` del equipo.',
  'Bytes of corrections sent to the rover.': 'Bytes de correcciones enviados al rover.',
  'Quality in the last GGA from the rover: 4 is fixed, 5 is float; `null` if the rover sent none.':
    'Calidad en la última GGA del rover: 4 es fija, 5 es flotante; `null` si no envió ninguna.',
  'Percentage of positions with a fixed solution, rounded down; `null` if the rover sent no position.':
    'Porcentaje de posiciones con solución fija, redondeado hacia abajo; `null` si el rover no envió ninguna posición.',
  'Latitude of the last position in degrees; `null` if the rover sent no position or the position is no longer kept.':
    'Latitud de la última posición, en grados; `null` si el rover no envió ninguna o si ya no se conserva.',
  'Longitude of the last position in degrees; `null` if the rover sent no position or the position is no longer kept.':
    'Longitud de la última posición, en grados; `null` si el rover no envió ninguna o si ya no se conserva.',
  'Distance from the last position to the serving base, in kilometres; `null` if unknown.':
    'Distancia de la última posición a la base que atendió al rover, en kilómetros; `null` si no se conoce.',
  'A connection of a rover.': 'Una conexión de un rover.',
  'Why a session ended. `client_left`: the device disconnected. `expired`: the credential expired. `revoked`: the credential was revoked. `suspended`: the credential was suspended. `changed`: the password, station, group or geofence of the credential changed. `replaced`: another device connected with the same credential. `outside_fence`: the device reported a position outside a geofence with `en_base: cortar` on the mountpoint of a station. `kicked`: the operator ended the session. `mountpoint_closed`: the mountpoint was removed or now requires a credential. `too_slow`: the device did not read its data fast enough. `sent_too_much`: the device sent more than 8 kB per second. `broken`: the connection broke. `shutdown`: the caster stopped. `node_lost`: the caster failed.':
    'Por qué terminó una sesión. `client_left`: el equipo se desconectó. `expired`: la credencial venció. `revoked`: la credencial se revocó. `suspended`: la credencial se suspendió. `changed`: cambió la contraseña, la estación, el grupo o la geocerca de la credencial. `replaced`: otro equipo se conectó con la misma credencial. `outside_fence`: el equipo reportó, en el punto de montaje de una estación, una posición fuera de una geocerca con `en_base: cortar`. `kicked`: el operador terminó la sesión. `mountpoint_closed`: el punto de montaje se eliminó o ahora requiere credencial. `too_slow`: el equipo no leía sus datos con suficiente rapidez. `sent_too_much`: el equipo envió más de 8 kB por segundo. `broken`: se cortó la conexión. `shutdown`: el caster se detuvo. `node_lost`: el caster falló.',
  'A page of sessions.': 'Una página de sesiones.',
  'List sessions of a credential, newest first': 'Listar las sesiones de una credencial, las más recientes primero',
  'Every rover connection with this credential, for as long as the operator keeps sessions.':
    'Cada conexión de un rover con esta credencial, mientras el operador conserve las sesiones.',
  'Explain why a rover can or cannot connect': 'Explicar por qué un rover puede o no puede conectarse',
  'Findings about the credential, its last attempts and its latest session. Each has a stable code and a sentence in the language of `Accept-Language`.':
    'Hallazgos sobre la credencial, sus últimos intentos y su sesión más reciente. Cada uno tiene un código estable y una frase en el idioma de `Accept-Language`.',
  'The findings.': 'Los hallazgos.',
}
