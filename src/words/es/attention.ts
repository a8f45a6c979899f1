import type { AttentionWords } from '../attention.ts'

const because = (failure: string | null) => (failure === null ? '.' : `: ${failure}`)

export const attention: AttentionWords = {
  kinds: {
    no_caster: () => 'Ningún caster está en marcha. Los rovers y las estaciones no se pueden conectar.',
    no_stations: () => 'La red aún no tiene estaciones. Agregue la primera.',
    caster_away: (name) => `El caster externo ${name} no responde. Sus puntos de montaje no envían datos.`,
    upstream_silent: (name) => `El motor VRS de ${name} no responde. Los rovers reciben la base más cercana.`,
    station_never_measured: (name) => `${name} nunca ha enviado datos.`,
    webhook_deactivated: (name) => `El webhook de ${name} se desactivó después de demasiados fallos.`,
    webhook_failing: (name) => `El webhook de ${name} está fallando.`,
    clock_skewed: (name) => `El reloj de ${name} difiere del de la base de datos. Revise su sincronización (NTP).`,
    node_lost: (name) => `El proceso ${name} dejó de responder y no se ha reiniciado.`,
    disk_full: ({ machine, path }, percent, free, least) =>
      `El disco de ${machine} (${path}) está casi lleno: ${percent} % libre (${free}), mínimo ${least} %.`,
    certificate_ending: ({ machine, path }, days) =>
      days < 0
        ? `El certificado ${path} de ${machine} ya venció. Los equipos que usan TLS lo rechazan.`
        : `El certificado ${path} de ${machine} vence ${days === 0 ? 'en menos de un día' : days === 1 ? 'en 1 día' : `en ${days} días`}. Renuévelo.`,
    station_certificate_ending: (code, days) =>
      days < 0
        ? `El certificado de cliente de ${code} ya venció. La estación se rechaza.`
        : `El certificado de cliente de ${code} vence ${days === 0 ? 'en menos de un día' : days === 1 ? 'en 1 día' : `en ${days} días`}. Registre el siguiente.`,
    antenna_changed: (code, announced, recorded) =>
      `El flujo de ${code} anuncia otra antena: ${announced}${recorded === null ? '' : ` en lugar de ${recorded}`}. Confírmela o rechácela.`,
    quality_bad: (code, found) => `Los datos de ${code} son malos. ${found}.`,
    quality_event: (count, stations, found) =>
      `Los datos de ${count} estaciones empeoraron al mismo tiempo: ${stations}. ${found}. Busque primero una causa común.`,
    interference: (band, dropDb, stations) =>
      `Posible interferencia en ${band}: la mayoría de los satélites bajó ${dropDb} dB al mismo tiempo en ${stations}. Busque un transmisor o inhibidor cercano.`,
    job_failing: ({ machine, path }) =>
      `Una tarea en segundo plano de ${machine} falla repetidamente (${path}). Consulte el registro.`,
    backup_overdue: (hours, failure) =>
      (hours === null ? 'No hay ningún respaldo diario' : `El respaldo más reciente tiene ${hours} horas`) +
      (failure === null ? '.' : `; el último intento falló: ${failure}`),
    recording_paused: ({ machine, path }, free, least) =>
      `La grabación está en pausa en ${machine}: el disco de ${path} solo tiene ${free} libres y deben quedar libres ${least}. Libere espacio o acorte el archivo.`,
    archive_short: (kind, keptDays, promisedDays) =>
      `El archivo solo conserva ${keptDays} de los ${promisedDays} días prometidos de ${kind === 'raw' ? 'datos grabados' : 'archivos diarios'}: su límite en bytes es demasiado bajo. Suba el límite o prometa menos días.`,
    deliveries_late: (count) =>
      `Los webhooks no se están enviando: hay ${count === 1 ? '1 entrega atrasada' : `${count} entregas atrasadas`}. Revise que haya un proceso «worker» en marcha.`,
    mails_late: (count) =>
      `El correo no se está enviando: hay ${count === 1 ? '1 mensaje atrasado' : `${count} mensajes atrasados`}. Revise que haya un proceso «worker» en marcha y un servidor de correo configurado.`,
    mails_failed: (count, failure) =>
      (count === 1 ? 'No se pudo enviar 1 correo' : `No se pudieron enviar ${count} correos`) + because(failure),
    mails_waiting: (count, failure) =>
      `El correo está retrasado: ${count === 1 ? '1 mensaje espera' : `${count} mensajes esperan`} otro intento${because(failure)}`,
  },
}
