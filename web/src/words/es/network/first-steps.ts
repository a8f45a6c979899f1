import type { Answer } from '../../../service/api.ts'

type Step = keyof Answer<'GET', '/first-steps'>['done']

interface StepWords {
  readonly title: string
  readonly hint: string
  readonly action: string
}

const steps: Readonly<Record<Step, StepWords>> = {
  name: {
    title: 'Póngale nombre y logotipo a su red',
    hint: 'Sus clientes los ven en las páginas públicas, en los correos y en la hoja con sus datos.',
    action: 'Ir a Ajustes',
  },
  casterAddress: {
    title: 'Indique la dirección pública del caster',
    hint: 'Es el servidor que sus clientes escriben en sus receptores. Con la de ahora solo se conecta quien está en esta misma máquina.',
    action: 'Indicar dirección',
  },
  owner: {
    title: 'Cree la primera organización',
    hint: 'Cada credencial pertenece a una organización: la suya o la de quien revende.',
    action: 'Crear organización',
  },
  station: {
    title: 'Agregue una estación',
    hint: 'Bastan su código, su nombre y su posición. Si tiene muchas, impórtelas de un archivo.',
    action: 'Agregar estación',
  },
  data: {
    title: 'Reciba los datos de la estación',
    hint: 'Genere su contraseña y configure el receptor, o indique de qué caster se obtienen. Se marca en cuanto llegan.',
    action: 'Configurar origen',
  },
  credential: {
    title: 'Emita una credencial de prueba',
    hint: 'De un día y para toda la red, para probar con su propio equipo.',
    action: 'Emitir credencial',
  },
  rover: {
    title: 'Conecte el primer rover',
    hint: 'Escriba los datos de la credencial en un receptor o en un programa NTRIP. Se marca en cuanto se conecta.',
    action: 'Ver credenciales',
  },
}

export const es = {
  title: 'Primeros pasos',
  progress: (done: number, total: number) => `${done} de ${total} listos`,
  steps,
  done: 'Listo',
  open: 'Pendiente',
  allDone: 'Su red está en servicio: recibe datos y ya atendió a un rover.',
  close: 'Cerrar la lista',
  fold: 'Ocultar',
  unfold: 'Mostrar',
}
