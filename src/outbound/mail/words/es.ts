import type { NoticeWords } from './notices.ts'

const duration = (minutes: number) =>
  minutes < 120
    ? `${minutes} min`
    : minutes < 2_880
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1_440)} días`

export const es: NoticeWords = {
  orderPayment: {
    subject: (number) => `cómo pagar su pedido ${number}`,
    intro: (number, network) =>
      `Su pedido ${number} en ${network} está pendiente de pago. En cuanto lo pague, le enviaremos sus datos de acceso a este correo.`,
    renewal: (number, network) =>
      `Su pedido ${number} para renovar su acceso a ${network} está pendiente de pago. En cuanto lo pague, su acceso se extiende con el mismo usuario y contraseña.`,
    amount: (amount) => `Importe: ${amount}`,
    reference: (number) => `Referencia: ${number}`,
    card: 'Para pagar con tarjeta o ver el estado de su pedido, abra:',
    look: 'Para ver el estado de su pedido, abra:',
    open: 'Abrir mi pedido',
    bank: 'Para pagar por transferencia, use el importe exacto y la referencia:',
    ignore: 'Si usted no hizo este pedido, puede ignorar este correo. Un pedido sin pagar no tiene efecto.',
  },
  status: {
    confirmSubject: 'confirme su suscripción',
    confirm: (network) =>
      `Recibimos una solicitud para enviar a este correo los avisos de incidentes y mantenimiento de ${network}. Para recibirlos, confirme aquí:`,
    ignore: 'Si usted no lo solicitó, ignore este correo. Sin su confirmación no enviaremos nada.',
    look: 'Estado actual de cada estación:',
    leave: 'Para dejar de recibir estos avisos:',
  },
  webhookDeactivated: {
    state: 'desactivado',
    otherLanguage: '(English below.) ',
    intro: (id, network, why) =>
      `El webhook ${id} de su organización en ${network} se desactivó: ${why}. Ya no recibe eventos.`,
    facts: (url, since, at, error) => [
      `URL: ${url}`,
      `Falla desde: ${since}`,
      `Desactivado: ${at}`,
      `Último error: ${error}`,
    ],
    whatToDo:
      'Qué hacer: corrija el receptor y pida al operador de la red que reactive el webhook y reenvíe lo que no recibió:',
    meanwhile:
      'El segundo comando también envía los eventos que ocurrieron mientras estaba desactivado. También puede crear un webhook nuevo.',
  },
  accountChanged: {
    subject: {
      password: 'se cambió su contraseña',
      password_link: 'se generó un enlace para restablecer su contraseña',
      second_factor_on: 'se activó el segundo factor',
      second_factor_off: 'se desactivó el segundo factor',
      recovery_codes: 'se generaron nuevos códigos de recuperación',
      single_sign_on: 'se agregó el inicio de sesión único (SSO)',
    },
    account: (email, network) => `la cuenta ${email} en la consola de ${network}`,
    intro: {
      password: (account) => `Se cambió la contraseña de ${account}.`,
      password_link: (account) => `Se generó un enlace para restablecer la contraseña de ${account}.`,
      second_factor_on: (account) => `Se activó el segundo factor de ${account}.`,
      second_factor_off: (account) => `Se desactivó el segundo factor de ${account}.`,
      recovery_codes: (account) =>
        `Se generaron nuevos códigos de recuperación para ${account}; los anteriores ya no funcionan.`,
      single_sign_on: (account) => `Ahora también puede usar el inicio de sesión único (SSO) con ${account}.`,
    },
    facts: (at, place) => [
      `Fecha: ${at} (hora de Ciudad de México)`,
      place === null ? 'Quién: un administrador de la red' : `Quién: esta cuenta, desde ${place}`,
    ],
    unknownPlace: 'una dirección desconocida',
    notYou:
      'Si fue usted, no tiene que hacer nada. Si no fue usted, llame ahora al administrador de la red. Puede cerrar sus sesiones y enviarle un enlace para restablecer su contraseña.',
    notAsked: 'Si usted lo solicitó, no tiene que hacer nada. Si no, llame ahora al administrador de la red.',
  },
  alert: {
    needs: (count) => (count === 1 ? 'Requiere su atención' : `${count} alertas requieren su atención`),
    over: (count) => (count === 1 ? 'Resuelta' : `${count} alertas resueltas`),
    missed: (count) =>
      count === 1
        ? 'En su horario de silencio: 1 alerta, ya resuelta'
        : `En su horario de silencio: ${count} alertas, ya resueltas`,
    back: (name) => `${name} está en línea de nuevo.`,
    ended: (told) => `Resuelta: ${told}`,
    times: (count) => `${count} veces`,
    lasted: (minutes) => `duró ${duration(minutes)}`,
    simulated: 'simulado',
    more: (count) => `y ${count} más; la consola las muestra todas.`,
    open: 'Ver alertas en la consola',
    openOne: (name) => `Ver ${name} en la consola`,
    why: 'Horas en tiempo de Ciudad de México. Reconozca una alerta en la consola para no recibir más correos sobre ella hasta que termine. Recibe este correo porque su dirección está en Ajustes → Alertas.',
    whyOwn:
      'Horas en tiempo de Ciudad de México. Reconozca una alerta en la consola para no recibir más correos sobre ella hasta que termine. Recibe este correo porque agregó un canal de correo en Mi cuenta.',
  },
  channelTest: {
    subject: 'Prueba de sus alertas',
    text: 'Las alertas llegarán a esta dirección. Usted la agregó en Mi cuenta, en la consola.',
  },
  host: {
    hello: (name) => `Hola, ${name}:`,
    confirmSubject: (code) => `Siga la estación ${code}`,
    confirm: (network, station) =>
      `${network} quiere mantenerle al tanto de la estación instalada en su sitio, ${station}: un correo si queda fuera de línea y un informe cada mes.`,
    confirmButton: 'Confirmar mi correo',
    ignore: 'Si no esperaba este correo, ignórelo. No se enviará nada más.',
    down: (code) => `${code} está fuera de línea`,
    back: (code) => `${code} está en línea de nuevo`,
    downText: (station) => `No recibimos datos de la estación ${station}.`,
    backText: (station) => `La estación ${station} envía datos de nuevo.`,
    check: 'Si puede, revise que el receptor tenga corriente y que su red esté conectada.',
    since: 'Desde',
    until: 'Hasta',
    simulated: 'simulado',
    monthSubject: (code, month) => `${code} en ${month}`,
    monthText: (station, month) => `Así funcionó la estación ${station} en ${month}.`,
    uptime: 'Disponibilidad',
    offline: 'Fuera de línea',
    outageDays: 'Días con interrupciones',
    unmeasured: 'Sin medición',
    duration: (hours, minutes) => `${hours} h ${minutes} min`,
    open: 'Ver la estación',
    why: 'Recibe este correo porque sigue esta estación. Puede dejar de seguirla en su página. Horas en tiempo de Ciudad de México.',
  },
  loginLink: {
    subject: { invitation: 'su cuenta está lista', reset: 'elija una contraseña nueva' },
    intro: {
      invitation: (email, network) =>
        `Tiene una cuenta (${email}) en la consola de ${network}. Elija una contraseña para iniciar sesión.`,
      reset: (email, network) =>
        `Se solicitó una contraseña nueva para la cuenta ${email} en la consola de ${network}.`,
    },
    open: 'Abra este enlace y elija su contraseña:',
    until: (time) =>
      `El enlace funciona una sola vez y vence el ${time} (hora de Ciudad de México). Al elegir la contraseña, se cierran las sesiones activas.`,
    notExpected: 'Si no esperaba esta invitación, puede ignorar este correo.',
    notAsked: 'Si usted no la solicitó, ignore este correo. Su contraseña actual sigue funcionando.',
    notAskedOfOthers: 'La solicitó un administrador de la red. Si no la esperaba, llámele antes de abrir el enlace.',
  },
  test: { subject: 'prueba', text: 'Este es un correo de prueba. Su servidor de correo funciona.' },
}
