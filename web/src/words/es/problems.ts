/** Lo que rodea a un rechazo; lo que dice cada uno está con los códigos. */
export const es = {
  title: 'No se pudo completar',
  again: 'Intentar de nuevo',
  unknown: (detail: string) => `El servicio respondió: ${detail}`,
  unreachable: 'El servicio no responde. Revise su conexión; lo que escribió sigue aquí.',
}
