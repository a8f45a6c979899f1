// Texts for renewal, contact and calendar, and the mail to the issuer who is asked for a renewal.

export const further = {
  help: '¿Necesita ayuda?',
  call: (phone: string) => `Llamar al ${phone}`,
  whatsapp: 'Escribir por WhatsApp',
  whatsappText: (username: string) => `Hola, necesito ayuda con mi acceso NTRIP (usuario ${username}).`,
  calendar: 'Agregar el vencimiento a mi calendario',
  calendarTitle: (network: string) => `Vence su acceso NTRIP a ${network}`,
  calendarText: (username: string, mountpoint: string) =>
    `Usuario ${username}, punto de montaje ${mountpoint}. Si va a seguir trabajando, renuévelo antes.`,
  renew: 'Renovar',
  renewSoon: 'Si va a seguir trabajando, renueve antes de que termine.',
  renewEnded: 'Su vigencia terminó. Puede pedir que se renueve.',
  renewShop: 'Renovar en la tienda',
  renewShopMeans: 'En la tienda compra un periodo nuevo; al pagarlo recibe sus datos de acceso.',
  renewAsk: 'Pedir la renovación',
  renewAskMeans: 'Avisamos por correo a quien le dio este acceso.',
  renewAsked: (time: string) => `Pidió la renovación el ${time}. Le responderá quien le dio este acceso.`,
  mail: {
    subject: (who: string) => `${who} pide renovar su acceso NTRIP`,
    intro: 'Un cliente pidió desde su página que se renueve su acceso:',
    customer: 'Cliente',
    email: 'Correo',
    open: 'Abrir la credencial',
    note: 'Se avisa a lo más una vez al día por credencial.',
  },
}

export type FurtherWords = typeof further
