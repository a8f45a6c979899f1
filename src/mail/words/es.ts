import type { NoticeWords } from './notices.ts'

export const es: NoticeWords = {
  orderPayment: {
    subject: (number) => `cómo pagar su pedido ${number}`,
    intro: (number, network) =>
      `Hay un pedido ${number} a este correo en ${network}, que espera su pago. En cuanto se pague, su acceso queda listo y sus datos para conectarse llegan a este correo.`,
    amount: (amount) => `Importe: ${amount}`,
    reference: (number) => `Referencia: ${number}`,
    card: 'Para pagar con tarjeta, o ver en qué va el pedido, abra:',
    look: 'Para ver en qué va el pedido, abra:',
    bank: 'Para pagar por transferencia, por el importe exacto y con la referencia:',
    ignore: 'Si usted no pidió nada, no haga nada: un pedido sin pagar no tiene consecuencias.',
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
      'Qué hacer: corrija el receptor y pida a quien opera la red que lo reactive y envíe otra vez lo que falló:',
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
    },
    account: (email, network) => `la cuenta ${email} en el área de administración de ${network}`,
    intro: {
      password: (account) => `Se cambió la contraseña de ${account}.`,
      password_link: (account) => `Se generó un enlace para elegir una contraseña nueva para ${account}.`,
      second_factor_on: (account) => `Se activó una aplicación de autenticación como segundo factor de ${account}.`,
      second_factor_off: (account) => `Se desactivó el segundo factor de ${account}.`,
      recovery_codes: (account) =>
        `Se generaron nuevos códigos de recuperación para ${account}; los anteriores ya no sirven.`,
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
  test: { subject: 'prueba', text: 'Este es un correo de prueba: el envío funciona.' },
}
