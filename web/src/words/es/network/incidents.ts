export const es = {
  title: 'Incidentes',
  hint: 'Incidentes y mantenimiento publicados en la página de estado. Los suscriptores los reciben por correo.',
  add: 'Nuevo incidente',
  empty: 'No hay incidentes. Publique uno cuando algo afecte el servicio, antes de que llamen sus clientes.',
  emptyFiltered: 'Ningún incidente coincide con los filtros.',
  name: 'Título',
  nameHint: 'Por ejemplo, «Sin correcciones en el norte del estado».',
  impact: 'Tipo',
  stage: 'Situación',
  stations: 'Estaciones afectadas',
  stationsHint: 'Si lo deja vacío, toda la red.',
  text: 'Mensaje',
  textHint: 'Qué pasa, a quién afecta y cuándo publicará la próxima actualización.',
  mail: (count: number) =>
    count === 0
      ? 'Enviar por correo (aún no hay suscriptores)'
      : count === 1
        ? 'Enviar por correo a 1 suscriptor'
        : `Enviar por correo a ${count.toLocaleString('es-MX')} suscriptores`,
  noMail: 'No hay un servidor de correo configurado. Configúrelo para avisar a los suscriptores.',
  noStatusPage: 'La página de estado está desactivada, así que estos incidentes no se ven.',
  publish: 'Publicar',
  published: 'Se publicó el incidente.',
  addNote: 'Publicar actualización',
  noted: 'Se publicó la actualización.',
  notes: 'Actualizaciones',
  newNote: 'Nueva actualización',
  opened: 'Publicado',
  updated: 'Actualizado',
  withdraw: 'Eliminar incidente',
  withdrawTitle: (title: string) => `¿Eliminar «${title}»?`,
  withdrawConsequence:
    'El incidente y sus actualizaciones se eliminan de la página de estado. Los correos enviados no se pueden recuperar. Si el problema terminó, mejor publique una actualización «Resuelto».',
  withdrawn: 'Se eliminó el incidente.',
  statusPage: 'Ver página de estado',
  subscribers: (count: number) =>
    count === 1 ? '1 suscriptor por correo' : `${count.toLocaleString('es-MX')} suscriptores por correo`,
}
