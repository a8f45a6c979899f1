// Texts for the state of the customer's rover: what happened, and what to do.

import type { Solution } from '../../../../domain/delivery/live.ts'
import type { RefusalReason } from '../../../../domain/sessions/admission.ts'
import type { Trouble } from '../../../../domain/sessions/no-data.ts'
import type { EndReason } from '../../../../domain/sessions/session.ts'
import { scheduled } from '../../../../words/es/scheduled.ts'

export interface Advice {
  readonly why: (asked: string, opens: string | null) => string
  readonly fix: string
}

const ASK = 'Contacte a su proveedor.'
const WAIT = 'Espere un momento. Su equipo lo intentará de nuevo, o puede reconectarlo.'

export const live = {
  title: 'Su equipo',
  ago: 'hace {}',
  connected: 'Conectado',
  distance: (km: number, base: string | null) => `${km.toFixed(1)} km de ${base ?? 'su base'}`,
  base: (base: string) => `base ${base}`,
  lastData: 'último dato {}',
  /** The caster has not reported for a while. */
  lastNews: 'última actualización {}',
  waiting: 'esperando el primer dato',
  opening: 'consultando su estado…',
  solution: {
    fix: 'FIX',
    float: 'FLOAT',
    dgps: 'DGPS',
    single: 'sin correcciones',
    none: 'sin posición',
    other: 'solución desconocida',
  } satisfies Record<Solution, string>,
  solutionMeans: {
    fix: 'Su equipo recibe correcciones y tiene solución fija. Puede medir.',
    float: 'Su equipo recibe correcciones, pero aún no fija. Busque cielo abierto y espere uno o dos minutos.',
    dgps: 'Su equipo usa correcciones de baja precisión. Revise que use RTK y el formato que aparece en esta página.',
    single: 'Su equipo aún no usa las correcciones. Revise el formato y espere un momento a cielo abierto.',
    none: 'Su receptor aún no encuentra su posición. Llévelo a cielo abierto.',
    other: 'Su equipo reporta un tipo de solución desconocido.',
  } satisfies Record<Solution, string>,
  /** The rover does not send its position. */
  noSolution: 'Su equipo recibe correcciones. No envía su posición (GGA), así que no podemos saber si tiene FIX.',
  notFlowing:
    'Su equipo está conectado, pero no recibe correcciones en este momento. Espere un momento. Si sigue igual, llámenos.',
  stale: 'Sin datos recientes de su equipo.',
  trouble: {
    no_gga: 'Este punto de montaje necesita su posición y su equipo no la envía. Active el envío de GGA (NMEA).',
    gga_bad_checksum:
      'La posición (GGA) de su equipo llega dañada y no se puede usar. Reinicie el receptor o actualice su firmware.',
    gga_unreadable: 'La posición (GGA) de su equipo no se puede leer. Revise que solo envíe NMEA GGA.',
    gga_without_position: 'Su receptor aún no encuentra su posición. Llévelo a cielo abierto y espere un momento.',
    outside_coverage:
      'Está fuera de cobertura: ninguna estación alcanza su posición. Llámenos para saber qué zonas cubre la red.',
    outside_group:
      'Está fuera de la zona de este acceso: ninguna de sus estaciones alcanza su posición. Llámenos para saber qué zonas cubre.',
    outside_fence: 'Está fuera de su zona de uso. Regrese a ella o llámenos si la zona no es correcta.',
    fence_place_unknown:
      'Su acceso solo funciona dentro de una zona y su equipo no envía su posición. Active el envío de GGA (NMEA).',
    base_down:
      'La base que le corresponde no transmite en este momento. El problema no es su equipo. Espere o llámenos.',
    bus_away: 'Una falla en la red interrumpe sus correcciones. El problema no es su equipo. Espere o llámenos.',
    vrs_lost: 'El servicio VRS no responde en este momento. El problema no es su equipo. Espere o llámenos.',
  } satisfies Record<Trouble, string>,
  refused: 'No pudo conectarse',
  times: (times: number) => (times > 1 ? `${times} intentos` : ''),
  /** An attempt was rejected while another rover is connected. */
  otherRefused: (why: string) => `Se rechazó otro intento con su usuario: ${why}`,
  reasons: {
    no_credentials: {
      why: () => 'Su equipo no envió usuario ni contraseña.',
      fix: 'Escríbalos en los ajustes de NTRIP tal como aparecen en esta página.',
    },
    unknown_user: {
      why: () => 'Su equipo envió un usuario que no existe.',
      fix: 'Cópielo de esta página. Basta un carácter equivocado para que falle.',
    },
    email_as_user: {
      why: () => 'Su equipo envió un correo como usuario.',
      fix: 'Use el usuario NTRIP que aparece en esta página.',
    },
    bad_password: {
      why: () => 'Su equipo envió una contraseña incorrecta.',
      fix: 'Cópiela de esta página y escríbala de nuevo, en minúsculas y sin espacios.',
    },
    guessed_at: {
      why: () => 'Se probaron demasiadas contraseñas incorrectas con su usuario.',
      fix: 'Corrija la contraseña en su equipo, espere unos segundos y vuelva a conectarse.',
    },
    test_credential: { why: () => 'Este acceso es de prueba y no da correcciones.', fix: ASK },
    not_started: scheduled.customer.advice,
    expired: { why: () => 'Este acceso ya venció.', fix: 'Renuévelo para continuar.' },
    revoked: { why: () => 'Este acceso se canceló.', fix: ASK },
    suspended: { why: () => 'Este acceso está suspendido.', fix: ASK },
    wrong_mountpoint: {
      why: (asked: string, opens: string | null) =>
        `Su equipo solicitó ${asked}; este acceso es para ${opens ?? 'otro punto de montaje'}.`,
      fix: 'Elija el punto de montaje que aparece en esta página.',
    },
    unknown_mountpoint: {
      why: (asked: string) => `Su equipo solicitó ${asked}, que no existe.`,
      fix: 'Elija el punto de montaje que aparece en esta página.',
    },
    too_many_sessions: {
      why: () => 'Ya hay otro equipo conectado con este usuario.',
      fix: 'Desconecte el otro equipo y reconecte este.',
    },
    too_often: {
      why: () => 'Su equipo se conecta y desconecta varias veces por segundo.',
      fix: 'Espere unos segundos. Si continúa, reinicie el equipo.',
    },
    address_full: {
      why: () => 'Hay demasiadas conexiones desde su dirección.',
      fix: 'Espere unos segundos o use otra red.',
    },
    outside_coverage: {
      why: () => 'Está fuera de cobertura: ninguna estación alcanza su posición.',
      fix: 'Llámenos para saber qué zonas cubre la red.',
    },
    base_down: {
      why: (asked: string) => `La base de ${asked} no transmite en este momento.`,
      fix: 'El problema no es su equipo. Espere un momento o llámenos.',
    },
    bus_away: { why: () => 'Hubo una falla en la red.', fix: `El problema no es su equipo. ${WAIT}` },
    unavailable: { why: () => 'El servicio no pudo atender la conexión en ese momento.', fix: WAIT },
  } satisfies Record<RefusalReason, Advice> as Record<RefusalReason, Advice>,
  ended: 'Sin conexión',
  endedAt: 'última conexión {}',
  ends: {
    client_left: 'Su equipo se desconectó.',
    expired: 'El acceso venció y la conexión terminó.',
    revoked: 'El acceso se canceló y la conexión terminó.',
    suspended: 'El acceso se suspendió y la conexión terminó.',
    changed: 'Cambió la contraseña o las bases de este acceso. Escriba en su equipo los datos de esta página.',
    replaced: 'Otro equipo se conectó con el mismo usuario y reemplazó a este.',
    kicked: 'El operador terminó la conexión. Puede volver a conectarse. Si se repite, llámenos.',
    mountpoint_closed: 'Su punto de montaje se eliminó. Use otro punto de montaje de esta estación.',
    outside_fence: 'Su equipo salió de su zona de uso. Regrese a ella o llámenos si la zona no es correcta.',
    too_slow: 'Su equipo dejó de recibir datos: su conexión a internet se cortó o es muy lenta.',
    sent_too_much:
      'Su equipo envió demasiados datos. Configúrelo para que envíe solo su posición (GGA), máximo una vez por segundo.',
    broken: 'Se cortó la conexión. Revise la conexión a internet de su equipo y vuelva a conectarse.',
    shutdown: 'El caster se reinició. Vuelva a conectarse.',
    node_lost: 'Se perdió la conexión. Vuelva a conectarse.',
  } satisfies Record<EndReason, string>,
  never: 'Aún no se ha conectado',
  neverMeans:
    'Aún no hay intentos de conexión. Si ya configuró su equipo, revise el servidor, el puerto y su conexión a internet.',
  /** Shown while the page cannot reach the service. */
  lost: 'Sin conexión con el servicio; esta página puede no estar actualizada. Reintentando…',
  updates: 'Esta página se actualiza automáticamente.',
}

export type LiveWords = typeof live
