import type { Answer } from '../../../service/api.ts'

type Step = Answer<'GET', '/first-steps'>['steps'][number]['name']

interface StepWords {
  readonly title: string
  readonly hint: string
  readonly action: string
}

const steps: Readonly<Record<Step, StepWords>> = {
  name: {
    title: 'Póngale nombre a su red',
    hint: 'Sus clientes lo ven en las páginas públicas, en los correos y en su hoja PDF. También puede subir un logotipo.',
    action: 'Ir a Ajustes',
  },
  casterAddress: {
    title: 'Indique la dirección pública del caster',
    hint: 'Sus clientes escriben esta dirección en sus receptores. La actual no funciona desde internet.',
    action: 'Indicar dirección',
  },
  webAddress: {
    title: 'Indique la dirección web pública',
    hint: 'Con ella empiezan los enlaces que reciben sus clientes. La actual no funciona desde internet.',
    action: 'Ver cómo',
  },
  owner: {
    title: 'Cree la primera organización',
    hint: 'Cada credencial pertenece a una organización: la suya o la de un revendedor.',
    action: 'Crear organización',
  },
  station: {
    title: 'Agregue una estación',
    hint: 'Solo necesita su código y nombre; la posición se lee de sus datos. Si tiene muchas, impórtelas de un archivo.',
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
    title: 'Envíe correcciones al primer rover',
    hint: 'Escriba los datos de la credencial en un receptor o cliente NTRIP. Este paso se completa cuando recibe correcciones.',
    action: 'Ver credencial',
  },
  token: {
    title: 'Conecte su tienda o sistema',
    hint: 'Con un token de la API, sus programas emiten y renuevan credenciales.',
    action: 'Crear token',
  },
}

export const es = {
  title: 'Primeros pasos',
  progress: (done: number, total: number) => `${done} de ${total} listos`,
  steps,
  done: 'Listo',
  open: 'Pendiente',
  forNow: 'Por ahora, solo en este equipo',
  reseller: {
    credential: {
      title: 'Emita su primera credencial',
      hint: 'Para un cliente, o de prueba para su propio equipo.',
      action: 'Emitir credencial',
    },
    allDone: 'Todo listo: sus clientes ya reciben correcciones.',
  },
  allDone: 'Su red está en servicio: recibe datos y un rover ya recibió correcciones.',
  close: 'Cerrar lista',
  fold: 'Ocultar',
  unfold: 'Mostrar',
}
