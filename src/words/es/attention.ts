import type { AttentionWords } from '../attention.ts'

const because = (failure: string | null) => (failure === null ? '.' : `: ${failure}`)

export const attention: AttentionWords = {
  kinds: {
    no_caster: () => 'No hay ningún caster en marcha: nadie puede conectarse y nada se mide.',
    no_stations: () => 'La red aún no tiene estaciones: agregue la primera.',
    caster_away: (name) => `El caster de origen ${name} no responde: sus puntos de montaje no entregan datos.`,
    upstream_silent: (name) =>
      `El motor VRS detrás de ${name} no responde: los rovers reciben entretanto la base más cercana.`,
    station_never_measured: (name) => `${name} nunca ha enviado datos.`,
    webhook_deactivated: (name) => `El webhook de ${name} se desactivó por fallar demasiado.`,
    webhook_failing: (name) => `El webhook de ${name} está fallando.`,
    clock_skewed: (name) => `El reloj de ${name} no coincide con el de la base de datos: corrija su hora (NTP).`,
    node_lost: (name) => `El proceso ${name} dejó de responder y nadie lo ha vuelto a iniciar.`,
    disk_full: ({ machine, path }, percent, free, least) =>
      `El disco de ${machine} (${path}) está casi lleno: queda libre ${percent} % (${free}); mínimo ${least} %.`,
    certificate_ending: ({ machine, path }, days) =>
      days < 0
        ? `El certificado ${path} de ${machine} ya venció: los equipos que se conectan con TLS lo rechazan.`
        : `El certificado ${path} de ${machine} vence ${days === 0 ? 'en menos de un día' : days === 1 ? 'en 1 día' : `en ${days} días`}: renuévelo.`,
    station_certificate_ending: (code, days) =>
      days < 0
        ? `El certificado de cliente de ${code} ya venció: con él no se admite a la estación.`
        : `El certificado de cliente de ${code} vence ${days === 0 ? 'en menos de un día' : days === 1 ? 'en 1 día' : `en ${days} días`}: registre el siguiente.`,
    job_failing: ({ machine, path }) =>
      `Una tarea en segundo plano de ${machine} falla una y otra vez (${path}): su registro dice por qué.`,
    backup_overdue: (hours, failure) =>
      (hours === null ? 'No hay ningún respaldo diario' : `El respaldo más reciente tiene ${hours} horas`) +
      (failure === null ? '.' : `; el último intento falló: ${failure}`),
    deliveries_late: (count) =>
      `Los webhooks no se están enviando: ${count === 1 ? '1 entrega espera' : `${count} entregas esperan`} aunque los destinos responden. Revise que haya un proceso «worker» en marcha.`,
    mails_late: (count) =>
      `El correo no se está enviando: ${count === 1 ? '1 mensaje espera' : `${count} mensajes esperan`} y nadie lo intenta. Revise que haya un proceso «worker» en marcha y un servidor de correo configurado.`,
    mails_failed: (count, failure) =>
      (count === 1 ? 'No se pudo enviar 1 correo' : `No se pudieron enviar ${count} correos`) + because(failure),
    mails_waiting: (count, failure) =>
      `El correo no sale: ${count === 1 ? '1 mensaje espera' : `${count} mensajes esperan`} otro intento${because(failure)}`,
  },
}
