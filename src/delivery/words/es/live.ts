// Texts for the state of the customer's rover: what happened, and what to do.
import type { LiveTrouble, Solution } from '../../../domain/delivery/live.ts'
import type { RefusalReason } from '../../../domain/sessions/admission.ts'
import type { EndReason } from '../../../domain/sessions/session.ts'

export interface Advice {
  readonly why: (asked: string, opens: string | null) => string
  readonly fix: string
}

const ASK = 'Hable con quien le dio este acceso.'
const WAIT = 'Espere un momento; su equipo vuelve a intentarlo o puede conectarlo de nuevo.'

export const live = {
  title: 'Su equipo',
  ago: 'hace {}',
  connected: 'Conectado',
  distance: (km: number, base: string | null) => `${km.toFixed(1)} km de ${base ?? 'su base'}`,
  base: (base: string) => `base ${base}`,
  lastData: 'último dato {}',
  /** The caster has not reported for a while. */
  lastNews: 'última noticia {}',
  waiting: 'esperando el primer dato',
  solution: {
    fix: 'FIX',
    float: 'FLOAT',
    dgps: 'DGPS',
    single: 'sin correcciones',
    none: 'sin posición',
    other: 'solución desconocida',
  } satisfies Record<Solution, string>,
  solutionMeans: {
    fix: 'Su equipo recibe correcciones y tiene solución fija: puede medir.',
    float: 'Recibe correcciones, pero todavía no fija. Busque cielo abierto y espere uno o dos minutos.',
    dgps: 'Calcula con correcciones de baja precisión. Revise que use la solución RTK y el formato de esta página.',
    single: 'Todavía no usa las correcciones. Revise el formato y espere un momento a cielo abierto.',
    none: 'Su receptor aún no encuentra su posición. Llévelo a cielo abierto.',
    other: 'Su equipo envía su posición con una solución que no conocemos.',
  } satisfies Record<Solution, string>,
  /** The rover does not send its position. */
  noSolution:
    'Las correcciones llegan a su equipo. No envía su posición (GGA), así que desde aquí no sabemos si tiene FIX.',
  notFlowing:
    'Está conectado, pero no le llegan correcciones en este momento. Espere un momento; si sigue igual, llame.',
  stale: 'El caster no ha dado noticias de su equipo en este momento; lo anterior es lo último que se sabe.',
  trouble: {
    no_gga: 'Su equipo no envía su posición y este punto de montaje la necesita. Active el envío de GGA (NMEA).',
    gga_bad_checksum:
      'La posición (GGA) de su equipo llega dañada y no se puede usar. Reinicie el receptor o actualice su programa.',
    gga_unreadable:
      'La posición (GGA) de su equipo llega en una forma que no se puede leer. Revise que envíe NMEA GGA y nada más.',
    gga_without_position: 'Su receptor aún no encuentra su posición. Llévelo a cielo abierto y espere un momento.',
    outside_coverage:
      'Está fuera de cobertura: ninguna estación alcanza su posición. Llame para saber qué zonas cubre la red.',
    outside_group:
      'Está fuera de la zona de este acceso: ninguna de sus estaciones alcanza su posición. Llame para saber qué zona cubre.',
    outside_fence:
      'Está fuera de la zona en que sirve su credencial. Vuelva a ella, o llame si la zona no es la correcta.',
    fence_place_unknown:
      'Su credencial solo sirve dentro de una zona, y su equipo no dice dónde está. Active el envío de GGA (NMEA).',
    base_down: 'La base que le corresponde no transmite en este momento. No es su equipo: espere o llame.',
    bus_away: 'Hay una falla en la red y las correcciones no le llegan por ahora. No es su equipo: espere o llame.',
    vrs_lost: 'El cálculo de red no responde en este momento. No es su equipo: espere o llame.',
  } satisfies Record<LiveTrouble, string>,
  refused: 'No pudo conectarse',
  times: (times: number) => (times > 1 ? `${times} intentos` : ''),
  /** An attempt was rejected while another rover is connected. */
  otherRefused: (why: string) => `Otro intento con su usuario se rechazó: ${why}`,
  reasons: {
    no_credentials: {
      why: () => 'Su equipo no envió usuario ni contraseña.',
      fix: 'Escríbalos en los ajustes de NTRIP, tal como están en esta página.',
    },
    unknown_user: {
      why: () => 'Su equipo envió un usuario que no existe.',
      fix: 'Cópielo de esta página: basta un carácter equivocado.',
    },
    email_as_user: {
      why: () => 'Su equipo envió un correo como usuario.',
      fix: 'El usuario NTRIP es el que está en esta página.',
    },
    bad_password: {
      why: () => 'La contraseña que envió su equipo no es correcta.',
      fix: 'Cópiela de esta página y escríbala de nuevo, con minúsculas y sin espacios.',
    },
    guessed_at: {
      why: () => 'Se probaron demasiadas contraseñas incorrectas con su usuario.',
      fix: 'Corrija la contraseña en su equipo, espere unos segundos y conecte de nuevo.',
    },
    test_credential: { why: () => 'Este acceso es de prueba y no da correcciones.', fix: ASK },
    not_started: {
      why: () => 'Este acceso todavía no empieza.',
      fix: 'Conéctese a partir de la hora de inicio.',
    },
    expired: { why: () => 'Este acceso ya venció.', fix: 'Para seguir, renuévelo.' },
    revoked: { why: () => 'Este acceso fue cancelado.', fix: ASK },
    suspended: { why: () => 'Este acceso está suspendido.', fix: ASK },
    wrong_mountpoint: {
      why: (asked: string, opens: string | null) =>
        `Su equipo pidió ${asked}; este acceso es para ${opens ?? 'otro punto de montaje'}.`,
      fix: 'Elija en su equipo el punto de montaje que está en esta página.',
    },
    unknown_mountpoint: {
      why: (asked: string) => `Su equipo pidió ${asked}, y ese punto de montaje no existe.`,
      fix: 'Elija en su equipo el punto de montaje que está en esta página.',
    },
    too_many_sessions: {
      why: () => 'Ya hay otro equipo conectado con este usuario.',
      fix: 'Desconecte el otro equipo y conecte este de nuevo.',
    },
    too_often: {
      why: () => 'Su equipo se conecta y desconecta varias veces por segundo.',
      fix: 'Espere unos segundos; si sigue, reinicie el equipo.',
    },
    address_full: {
      why: () => 'Hay demasiadas conexiones desde su dirección.',
      fix: 'Espere unos segundos, o conéctese por otra red.',
    },
    outside_coverage: {
      why: () => 'Está fuera de cobertura: ninguna estación alcanza su posición.',
      fix: 'Llame para saber qué zonas cubre la red.',
    },
    base_down: {
      why: (asked: string) => `La base de ${asked} no transmite en este momento.`,
      fix: 'No es su equipo: espere un momento o llame.',
    },
    bus_away: { why: () => 'Hubo una falla en la red.', fix: `No es su equipo. ${WAIT}` },
    unavailable: { why: () => 'El servicio no pudo atenderlo en ese momento.', fix: WAIT },
  } satisfies Record<RefusalReason, Advice> as Record<RefusalReason, Advice>,
  ended: 'Sin conexión',
  endedAt: 'última conexión {}',
  ends: {
    client_left: 'Su equipo se desconectó.',
    expired: 'El acceso venció y la conexión terminó.',
    revoked: 'El acceso fue cancelado y la conexión terminó.',
    suspended: 'El acceso se suspendió y la conexión terminó.',
    changed: 'Cambió la contraseña o las bases de este acceso. Ponga en su equipo los datos de esta página.',
    replaced: 'Otro equipo entró con el mismo usuario y ocupó su lugar.',
    kicked: 'El operador terminó la conexión. Puede conectarse de nuevo; si se repite, llame.',
    mountpoint_closed: 'Su punto de montaje se eliminó. Use otro de esta estación.',
    outside_fence:
      'Su equipo salió de la zona en que sirve su credencial. Vuelva a ella, o llame si no es la correcta.',
    too_slow: 'Su equipo dejó de recibir los datos: la línea de internet se cortó o es muy lenta.',
    sent_too_much:
      'Su equipo envió muchos más datos de los que necesita una posición. Configúrelo para que envíe solo su posición (GGA), una vez por segundo como máximo.',
    broken: 'Se cortó la conexión. Revise el internet del equipo y conecte de nuevo.',
    shutdown: 'El caster se reinició. Conecte de nuevo.',
    node_lost: 'Se perdió la conexión y no sabemos por qué. Conecte de nuevo.',
  } satisfies Record<EndReason, string>,
  never: 'Aún no se ha conectado',
  neverMeans:
    'El caster no ha visto a este usuario. Si ya configuró su equipo, revise el servidor, el puerto y que tenga internet.',
  /** Shown while the page cannot reach the service. */
  lost: 'Sin conexión con el servicio: lo que ve puede no ser lo de ahora. Se vuelve a intentar.',
  updates: 'Esta página se actualiza sola.',
}

export type LiveWords = typeof live
