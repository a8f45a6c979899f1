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
  test: { subject: 'prueba', text: 'Este es un correo de prueba: el envío funciona.' },
}
