const credentials = (count: string) => (count === '1' ? '1 credencial' : `${count} credenciales`)
const cut = (rovers: number) =>
  rovers === 0
    ? 'Nadie está conectado con ellas ahora.'
    : `Corta ${rovers === 1 ? '1 rover conectado' : `${rovers} rovers conectados`} ahora.`

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
      'Conservan usuario y contraseña. Los días se suman al vencimiento de cada una o, si ya venció, se cuentan desde ahora.',
    resume: 'Vuelven a dar acceso de inmediato, si siguen vigentes.',
    change: 'Lo que deje sin marcar queda como está.',
    suspend: (rovers: number) => `${cut(rovers)} No dan acceso hasta que se reanuden; su vigencia sigue corriendo.`,
    revoke: (rovers: number) => `${cut(rovers)} Dejan de dar acceso de inmediato y no se puede deshacer.`,
  },
  stationCuts: (rovers: number) =>
    rovers === 0
      ? 'Si cambia el acceso, los rovers conectados se cortan.'
      : `Si cambia el acceso, ${rovers === 1 ? 'se corta 1 rover conectado' : `se cortan ${rovers} rovers conectados`} ahora.`,
  others: (count: number) =>
    count === 1
      ? '1 ya venció o está revocada: queda igual.'
      : `${count} ya vencieron o están revocadas: quedan igual.`,
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
    hint: 'Para sus propios sistemas: se ven aquí, en la API y en los CSV. El cliente no los ve.',
    reference: 'Referencia',
    referenceHint: 'Por ejemplo el número de su pedido. No se puede repetir entre las credenciales de la organización.',
    noReference: 'La referencia es única: al emitir varias no se puede poner la misma.',
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
    failures: 'Las que no se pudieron cambiar, y por qué',
    leave: 'Puede salir de esta página: el trabajo sigue y aquí lo encontrará.',
    running: (what: string, progress: string) => `${what}: ${progress}`,
    finished: (what: string, failed: number) =>
      failed === 0
        ? `${what}: terminada.`
        : `${what}: terminada; ${failed === 1 ? '1 no se pudo' : `${failed} no se pudieron`}.`,
    stopped: (what: string) => `${what}: detenida.`,
    see: 'Ver detalle',
    seeFailed: 'Ver qué falló',
    close: 'Cerrar aviso',
    stopTitle: 'Detener el trabajo',
    stopConsequence: 'Lo que ya se hizo queda hecho; el resto queda como está.',
    all: 'Trabajos recientes',
    what: 'Trabajo',
    everyOwner: 'varias',
    handOver:
      'El CSV con contraseñas lleva de cada credencial el usuario, la contraseña, la página del cliente y su hoja PDF.',
    back: 'Volver a credenciales',
  },

  expiring: { '7': 'Vence en 7 días', '30': 'Vence en 30 días' },
}
