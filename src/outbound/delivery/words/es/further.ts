// Texts for renewal, contact and calendar, and the mail to the issuer who is asked for a renewal.

export const further = {
  help: '¿Necesita ayuda?',
  call: (phone: string) => `Llamar al ${phone}`,
  whatsapp: 'Escribir por WhatsApp',
  whatsappText: (username: string) => `Hola, necesito ayuda con mi acceso NTRIP (usuario ${username}).`,
  calendar: 'Agregar el vencimiento a mi calendario',
  calendarTitle: (network: string) => `Vence su acceso NTRIP a ${network}`,
  calendarText: (username: string, mountpoint: string) =>
    `Usuario ${username}, punto de montaje ${mountpoint}. Renueve antes de esta fecha para seguir trabajando.`,
  renew: 'Renovar',
  renewSoon: 'Si va a seguir trabajando, renueve antes de que venza: conserva el usuario y la contraseña.',
  renewEnded: 'Renueve y su equipo volverá a conectarse con el mismo usuario y contraseña.',
  renewAskIssuer: 'Contacte a su proveedor para renovar.',
  renewFor: (period: string, price: string) => `Renovar ${period} · ${price}`,
  yourEmail: 'Su correo electrónico',
  buyMeans: 'Para volver a trabajar, compre un acceso nuevo.',
  buy: 'Ir a la tienda',
  renewAsk: 'Pedir renovación',
  renewAsked: (time: string) => `Pidió la renovación el ${time}. Su proveedor le responderá.`,
  mail: {
    subject: (who: string) => `${who} pide renovar su acceso NTRIP`,
    intro: 'Un cliente pidió la renovación desde su página:',
    customer: 'Cliente',
    email: 'Correo',
    open: 'Abrir credencial',
    note: 'Se envía máximo un correo al día por credencial.',
  },
}

export type FurtherWords = typeof further
