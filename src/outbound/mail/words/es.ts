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
      `Su pedido ${number} en ${network} está pendiente de pago. En cuanto se pague, su acceso queda listo y sus datos para conectarse llegan a este correo.`,
    amount: (amount) => `Importe: ${amount}`,
    reference: (number) => `Referencia: ${number}`,
    card: 'Para pagar con tarjeta, o ver en qué va el pedido, abra:',
    look: 'Para ver en qué va el pedido, abra:',
    open: 'Abrir mi pedido',
    bank: 'Para pagar por transferencia, por el importe exacto y con la referencia:',
    ignore: 'Si usted no pidió nada, no haga nada: un pedido sin pagar no tiene consecuencias.',
  },
  status: {
    confirmSubject: 'confirme su suscripción',
    confirm: (network) =>
      `Alguien pidió enviar a este correo los avisos de ${network}: incidentes y mantenimiento programado. Para recibirlos, confirme aquí:`,
    ignore: 'Si usted no lo pidió, ignore este correo: sin confirmación no se envía nada.',
    look: 'El estado de cada estación, ahora:',
    leave: 'Para dejar de recibir estos avisos:',
  },
  webhookDeactivated: {
    state: 'desactivado',
    otherLanguage: '(English below.) ',
    intro: (id, network, why) =>
      `El webhook ${id} de su organización en ${network} fue desactivado: ${why}. Desde entonces no recibe eventos.`,
    facts: (url, since, at, error) => [
      `Dirección: ${url}`,
      `Solo fallas desde: ${since}`,
      `Desactivado: ${at}`,
      `Último error: ${error}`,
    ],
    whatToDo:
      'Qué hacer: corrija el receptor y pida a quien opera la red que lo reactive y envíe de nuevo lo que falló:',
    meanwhile:
      'Lo que ocurre mientras está desactivado no se envía después: consulte GET /credentials. También puede registrar un webhook nuevo.',
  },
  accountChanged: {
    subject: {
      password: 'se cambió su contraseña',
      password_link: 'se generó un enlace para una contraseña nueva',
      second_factor_on: 'se activó el segundo factor',
      second_factor_off: 'se desactivó el segundo factor',
      recovery_codes: 'se generaron nuevos códigos de recuperación',
      single_sign_on: 'se agregó el inicio de sesión único',
    },
    account: (email, network) => `la cuenta ${email} en el área de administración de ${network}`,
    intro: {
      password: (account) => `Se cambió la contraseña de ${account}.`,
      password_link: (account) => `Se generó un enlace para elegir una contraseña nueva para ${account}.`,
      second_factor_on: (account) => `Se activó una aplicación de autenticación como segundo factor de ${account}.`,
      second_factor_off: (account) => `Se desactivó el segundo factor de ${account}.`,
      recovery_codes: (account) =>
        `Se generaron nuevos códigos de recuperación para ${account}; los anteriores ya no sirven.`,
      single_sign_on: (account) => `Desde ahora también se entra con el inicio de sesión único a ${account}.`,
    },
    facts: (at, place) => [
      `Cuándo: ${at} (hora de Ciudad de México)`,
      place === null ? 'Quién: un administrador de la red' : `Quién: esta cuenta, desde ${place}`,
    ],
    unknownPlace: 'una dirección desconocida',
    notYou:
      'Si fue usted, no tiene que hacer nada. Si no fue usted, llame ahora a quien administra la red: puede cerrar sus sesiones y darle un enlace para una contraseña nueva.',
    notAsked:
      'Si usted lo pidió, no tiene que hacer nada. Si no sabe de qué se trata, llame ahora a quien administra la red.',
  },
  alert: {
    needs: (count) => (count === 1 ? 'Requiere su atención' : `${count} alertas requieren su atención`),
    over: (count) => (count === 1 ? 'Ya se resolvió' : `${count} alertas ya se resolvieron`),
    back: (name) => `${name} está en línea de nuevo.`,
    ended: (told) => `Terminó: ${told}`,
    times: (count) => `${count} veces`,
    lasted: (minutes) => `duró ${duration(minutes)}`,
    simulated: 'simulado',
    more: (count) => `y ${count} más; la consola las muestra todas.`,
    open: 'Ver las alertas en la consola',
    openOne: (name) => `Ver ${name} en la consola`,
    why: 'Horas de Ciudad de México. Si ya se ocupa de una alerta, márquela como «Enterado» en la consola y no se volverá a avisar de ella hasta que termine. Recibe este correo porque su dirección está en Ajustes → Alertas.',
  },
  loginLink: {
    subject: { invitation: 'su cuenta está lista', reset: 'elija una contraseña nueva' },
    intro: {
      invitation: (email, network) =>
        `Tiene una cuenta (${email}) en el área de administración de ${network}. Para entrar, elija su contraseña.`,
      reset: (email, network) =>
        `Se pidió una contraseña nueva para la cuenta ${email} en el área de administración de ${network}.`,
    },
    open: 'Abra este enlace y elija su contraseña:',
    until: (time) =>
      `El enlace sirve una sola vez y hasta el ${time} (hora de Ciudad de México). Al elegir la contraseña se cierran las sesiones abiertas.`,
    notExpected: 'Si no esperaba esta invitación, ignore este correo: sin el enlace nadie entra.',
    notAsked: 'Si usted no la pidió, ignore este correo: su contraseña actual sigue siendo válida.',
    notAskedOfOthers:
      'La pidió un administrador de la red. Si no sabe de qué se trata, llámele antes de abrir el enlace.',
  },
  test: { subject: 'prueba', text: 'Este es un correo de prueba: el envío funciona.' },
}
