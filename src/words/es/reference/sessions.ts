import type { Translations } from './translations.ts'

export const sessions: Translations = {
  'Whether the caster accepts the credential now, with the right username and password.':
    'Si el caster acepta ahora la credencial, con el usuario y la contraseña correctos.',
  'Findings, most important first.': 'Hallazgos, el más importante primero.',
  'Why a rover can or cannot connect.': 'Por qué un rover puede o no puede conectarse.',
  'More closely, where there is more to say: why the last attempt was refused (`refused`), why the last session ended (`ended`), what happened in it (`noted`).':
    'Más detalle, si lo hay: por qué se rechazó el último intento (`refused`), por qué terminó la última sesión (`ended`), qué pasó en ella (`noted`).',
  'It keeps the rover out, or kept it out at the last attempt.':
    'Impide que el rover se conecte, o lo impidió en el último intento.',
  'The same as a sentence, in the language of `Accept-Language`.':
    'Lo mismo en una frase, en el idioma de `Accept-Language`.',
  'Something that matters for connecting.': 'Algo que influye en la conexión.',
  'What was found. Stable: programs may rely on it.': 'Qué se encontró. Es estable: los programas pueden usarlo.',
  'When the rover connected.': 'Cuándo se conectó el rover.',
  'End of the session; null while it is open.': 'Fin de la sesión; `null` mientras está abierta.',
  'Why it ended; null: it goes on.': 'Por qué terminó; `null` si sigue abierta.',
  'What the rover asked for.': 'El punto de montaje que pidió el rover.',
  'From which address it came.': 'La dirección desde la que se conectó.',
  'What the device calls itself (`User-Agent`).': 'Cómo se identifica el equipo (`User-Agent`).',
  'Corrections that were sent to it.': 'Bytes de correcciones que se le enviaron.',
  'Quality in the last GGA that it sent: 4 is fixed, 5 float; null: it sent none.':
    'Calidad en la última GGA que envió: 4 es fija, 5 es flotante; `null` si no envió ninguna.',
  'Of its positions, how many were fixed; null: it sent none.':
    'Porcentaje de sus posiciones con solución fija; `null` si no envió ninguna.',
  'Its last position; null: it sent none, or it is not kept any more.':
    'Su última posición; `null` si no envió ninguna o si ya no se conserva.',
  'Its last position.': 'Su última posición.',
  'From its last position to the base that served it; null: not known.':
    'De su última posición a la base que lo atendió; `null` si no se conoce.',
  'A connection of a rover.': 'Una conexión de un rover.',
  'Why a session ended: `client_left` the device left, `expired` the credential expired, `revoked` the credential was revoked, `suspended` the credential was suspended, `changed` its password, its station or its fence was changed, `replaced` another device connected with the same credential, `outside_fence` the device said on a base that it is outside its fence, which cuts, `kicked` the operator ended it, `mountpoint_closed` its mountpoint was removed, or needs a login now, `too_slow` the device did not take its data, `sent_too_much` the device sent more than 8 kB per second, `broken` the line broke, `shutdown` the caster was stopped, `node_lost` the caster failed.':
    'Por qué terminó una sesión. `client_left`: el equipo se desconectó. `expired`: la credencial venció. `revoked`: la credencial se revocó. `suspended`: la credencial se suspendió. `changed`: cambió su contraseña, su estación o su geocerca. `replaced`: otro equipo se conectó con la misma credencial. `outside_fence`: el equipo reportó en una base una posición fuera de su geocerca, que es de `cortar`. `kicked`: el operador la terminó. `mountpoint_closed`: el punto de montaje se eliminó o ahora requiere credencial. `too_slow`: el equipo no leía sus datos. `sent_too_much`: el equipo envió más de 8 kB por segundo. `broken`: se cortó la conexión. `shutdown`: el caster se detuvo. `node_lost`: el caster falló.',
  'A page of sessions.': 'Una página de sesiones.',
  'List sessions of a credential, newest first': 'Listar las sesiones de una credencial, las más recientes primero',
  'Every rover connection with this credential, for as long as the operator keeps sessions.':
    'Cada conexión de un rover con esta credencial, mientras el operador conserve las sesiones.',
  'Explain why a rover can or cannot connect': 'Explicar por qué un rover puede o no puede conectarse',
  'Findings about the credential, its last attempts and its latest session. Each has a stable code and a sentence in the language of `Accept-Language`.':
    'Hallazgos sobre la credencial, sus últimos intentos y su sesión más reciente. Cada uno tiene un código estable y una frase en el idioma de `Accept-Language`.',
  'The findings.': 'Los hallazgos.',
}
