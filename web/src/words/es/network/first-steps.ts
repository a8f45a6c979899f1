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
    hint: 'Sus clientes los ven en las páginas públicas, en los correos y en su hoja PDF.',
    action: 'Ir a Ajustes',
  },
  casterAddress: {
    title: 'Indique la dirección pública del caster',
    hint: 'Sus clientes escriben esta dirección en sus receptores. La dirección actual solo funciona en este equipo.',
    action: 'Indicar dirección',
  },
  owner: {
    title: 'Cree la primera organización',
    hint: 'Cada credencial pertenece a una organización: la suya o la de un revendedor.',
    action: 'Crear organización',
  },
  station: {
    title: 'Agregue una estación',
    hint: 'Solo necesita su código, nombre y posición. Si tiene muchas, impórtelas de un archivo.',
    action: 'Agregar estación',
  },
  data: {
    title: 'Reciba los datos de la estación',
    hint: 'Genere una contraseña y configure el receptor, u obtenga los datos de otro caster. Este paso se completa cuando llegan los datos.',
    action: 'Configurar origen',
  },
  credential: {
    title: 'Emita una credencial de prueba',
    hint: 'Con vigencia de un día y para toda la red, para probar con su propio equipo.',
    action: 'Emitir credencial',
  },
  rover: {
    title: 'Conecte el primer rover',
    hint: 'Escriba los datos de la credencial en un receptor o cliente NTRIP. Este paso se completa cuando se conecta.',
    action: 'Ver credenciales',
  },
}

export const es = {
  title: 'Primeros pasos',
  progress: (done: number, total: number) => `${done} de ${total} listos`,
  steps,
  done: 'Listo',
  open: 'Pendiente',
  allDone: 'Su red está en servicio: recibe datos y ya se conectó un rover.',
  close: 'Cerrar lista',
  fold: 'Ocultar',
  unfold: 'Mostrar',
}
