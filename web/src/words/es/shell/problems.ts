/** Texts around an error; the texts of the errors themselves are with the codes. */
export const es = {
  title: 'No se pudo completar',
  again: 'Intentar de nuevo',
  unknown: (detail: string) => `El servicio respondió: ${detail}`,
  failed: {
    title: 'No se pudo mostrar esta parte de la página',
    text: 'Lo demás sigue funcionando. Recargue la página. Si vuelve a pasar, envíe el código de error a su administrador, que puede encontrarlo en el registro.',
    missingTitle: 'No se cargó una parte de la página',
    missing:
      'Es posible que el servicio se haya actualizado o que se haya perdido la conexión. Copie el texto que no haya guardado y recargue la página.',
    id: 'Código de error:',
    reload: 'Recargar la página',
    again: 'Intentar de nuevo',
  },
  unreachable: 'El servicio no responde. Revise su conexión. Sus cambios siguen en esta página.',
}
