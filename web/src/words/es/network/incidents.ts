export const es = {
  title: 'Avisos públicos',
  hint: 'Incidentes y mantenimiento que se muestran en la página de estado. Quien se suscribió los recibe por correo.',
  add: 'Nuevo aviso',
  empty: 'No hay avisos. Cuando algo afecte el servicio, cuéntelo aquí antes de que llamen.',
  emptyFiltered: 'Ningún aviso coincide con los filtros.',
  name: 'Título',
  nameHint: 'Por ejemplo: «Sin correcciones en el norte del estado».',
  impact: 'Tipo',
  stage: 'Situación',
  stations: 'Estaciones afectadas',
  stationsHint: 'Si lo deja vacío: toda la red.',
  text: 'Mensaje',
  textHint: 'Qué pasa, a quién afecta y cuándo habrá más noticias.',
  mail: (count: number) =>
    count === 0
      ? 'Enviar por correo (nadie se ha suscrito todavía)'
      : count === 1
        ? 'Enviar por correo a 1 suscriptor'
        : `Enviar por correo a ${count.toLocaleString('es-MX')} suscriptores`,
  noMail: 'El servicio no envía correo: configure SMTP para avisar a los suscriptores.',
  noStatusPage: 'La página de estado está apagada: nadie verá estos avisos.',
  publish: 'Publicar',
  published: 'El aviso se publicó.',
  addNote: 'Publicar actualización',
  noted: 'La actualización se publicó.',
  notes: 'Actualizaciones',
  newNote: 'Nueva actualización',
  opened: 'Publicado',
  updated: 'Actualizado',
  withdraw: 'Retirar el aviso',
  withdrawTitle: (title: string) => `¿Retirar «${title}»?`,
  withdrawConsequence:
    'Desaparece de la página de estado con todas sus actualizaciones. Los correos que ya se enviaron no se pueden recuperar. Si el problema terminó, publique mejor una actualización «Resuelto».',
  withdrawn: 'El aviso se retiró.',
  statusPage: 'Ver la página de estado',
  subscribers: (count: number) =>
    count === 1 ? '1 suscriptor por correo' : `${count.toLocaleString('es-MX')} suscriptores por correo`,
}
