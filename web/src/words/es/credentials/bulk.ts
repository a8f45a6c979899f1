const credentials = (count: string) => (count === '1' ? '1 credencial' : `${count} credenciales`)
const cut = (rovers: number) =>
  rovers === 0 ? 'No hay rovers conectados.' : `Desconecta ahora ${rovers === 1 ? 'a 1 rover' : `a ${rovers} rovers`}.`

export const es = {
  actions: 'Acciones',
  actionsOf: (name: string) => `Acciones de ${name}`,
  credentials,
  kinds: {
    issue: 'Emitir',
    renew: 'Renovar',
    suspend: 'Suspender',
    resume: 'Reanudar',
    change: 'Cambiar datos',
    revoke: 'Revocar',
  },
  selectedMany: (count: string) => (count === '1' ? '1 seleccionada' : `${count} seleccionadas`),
  moreThan: (count: string) => `más de ${count}`,
  allMatch: 'Seleccionar todas las que coinciden',
  counting: 'Contando las que coinciden…',
  allSelected: (count: string) =>
    count === '1' ? 'Está seleccionada la única que coincide' : `Están seleccionadas las ${count} que coinciden`,
  allWithFilters: 'Incluye las que no se muestran en esta página.',
  clear: 'Quitar selección',
  titles: {
    renew: (what: string) => `Renovar ${what}`,
    suspend: (what: string) => `Suspender ${what}`,
    resume: (what: string) => `Reanudar ${what}`,
    change: (what: string) => `Cambiar ${what}`,
    revoke: (what: string) => `Revocar ${what}`,
  },
  consequences: {
    renew:
      'Los usuarios y contraseñas no cambian. Los días se suman al vencimiento de cada una o, si ya venció, se cuentan desde ahora.',
    resume: 'Podrán conectarse de inmediato si no han vencido.',
    change: 'Los campos sin marcar no cambian.',
    suspend: (rovers: number) =>
      `${cut(rovers)} No podrán conectarse hasta que las reanude; los vencimientos no cambian.`,
    revoke: (rovers: number) => `${cut(rovers)} Dejan de funcionar de inmediato. Esta acción no se puede deshacer.`,
  },
  stationCuts: (rovers: number) =>
    rovers === 0
      ? 'Si cambia el acceso, los rovers conectados se desconectan.'
      : `Si cambia el acceso, ${rovers === 1 ? 'se desconecta 1 rover' : `se desconectan ${rovers} rovers`} ahora.`,
  skipped: (count: string) => (count === '1' ? 'Se omitirá 1 credencial' : `Se omitirán ${count} credenciales`),
  skippedWhy: { revoked: 'revocada', expired: 'vencida', suspended: 'ya suspendida', running: 'no está suspendida' },
  setLabel: 'Cambiar la etiqueta',
  newLabel: 'Etiqueta nueva',
  newLabelHint: 'Si la deja vacía, se quita.',
  setAccess: 'Cambiar el acceso',
  newAccess: 'Acceso nuevo',
  changeTitle: (user: string) => `Cambiar los datos de ${user}`,
  changed: (user: string) => `Se cambiaron los datos de ${user}.`,
  until: (day: string) => `Vencerá el ${day}, hora de la Ciudad de México.`,
  save: 'Guardar cambios',

  pairs: {
    title: 'Referencia y metadatos',
    none: 'ninguno',
    count: (count: number) => (count === 1 ? '1 dato' : `${count} datos`),
    hint: 'Para sus propios sistemas. Se ven aquí, en la API y en los archivos CSV; el cliente no los ve.',
    reference: 'Referencia',
    referenceHint: 'Por ejemplo, su número de pedido. Debe ser única en la organización.',
    noReference: 'La referencia debe ser única: no se puede usar al emitir varias credenciales.',
    metadata: 'Metadatos',
    name: 'Nombre',
    value: 'Valor',
    add: 'Agregar un dato',
    remove: (name: string) => (name ? `Quitar ${name}` : 'Quitar este dato'),
  },

  quantity: 'Cantidad',
  quantityHint: 'Hasta 1,000 iguales, cada una con su usuario y su contraseña.',
  issueMany: (count: number) => `Emitir ${count}`,
  sentenceMany: (count: number) => `Son ${count} credenciales iguales.`,

  job: {
    titles: {
      issue: (count: string) => `Emisión de ${credentials(count)}`,
      renew: (count: string) => `Renovación de ${credentials(count)}`,
      suspend: (count: string) => `Suspensión de ${credentials(count)}`,
      resume: (count: string) => `Reanudación de ${credentials(count)}`,
      change: (count: string) => `Cambio de ${credentials(count)}`,
      revoke: (count: string) => `Revocación de ${credentials(count)}`,
    },
    gathering: (found: string) => `Reuniendo las que coinciden: ${found} hasta ahora`,
    progress: (done: string, total: string) => `${done} de ${total}`,
    done: 'Hechas',
    failed: 'Sin cambio',
    failures: 'Credenciales con error',
    leave: 'Puede salir de esta página. El trabajo continúa y podrá consultarlo aquí.',
    running: (what: string, progress: string) => `${what}: ${progress}`,
    finished: (what: string, failed: number) =>
      failed === 0 ? `${what}: terminada.` : `${what}: terminada; ${failed === 1 ? '1 falló' : `${failed} fallaron`}.`,
    stopped: (what: string) => `${what}: detenida.`,
    see: 'Ver detalles',
    seeFailed: 'Ver qué falló',
    close: 'Cerrar aviso',
    stopTitle: 'Detener el trabajo',
    stopConsequence: 'Los cambios ya hechos se conservan. Lo demás no cambia.',
    title: 'Trabajos',
    hint: 'Cambios masivos e importaciones de los últimos 30 días, con sus resultados.',
    empty: 'Aún no hay trabajos. Aparecen aquí cuando emite o cambia varias credenciales.',
    finishedAt: 'Término',
    all: 'Trabajos recientes',
    what: 'Trabajo',
    everyOwner: 'varias',
    handOver:
      'El CSV con contraseñas incluye el usuario, la contraseña, la página del cliente y la hoja PDF de cada credencial.',
    back: 'Volver a credenciales',
  },

  expiring: { '7': 'Vence en los próximos 7 días', '30': 'Vence en los próximos 30 días' },
}
