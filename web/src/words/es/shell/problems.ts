/** Texts around an error; the texts of the errors themselves are with the codes. */
export const es = {
  title: 'No se pudo completar',
  again: 'Intentar de nuevo',
  unknown: (detail: string) => `El servicio respondió: ${detail}`,
  failed: {
    title: 'Esta parte de la página falló',
    text: 'Lo demás sigue funcionando. Recargue la página; si vuelve a pasar, comunique el código del error a quien administra el servicio: lo encontrará en la bitácora.',
    missingTitle: 'Falta una parte de la página',
    missing:
      'Puede que el servicio se haya actualizado o que no haya conexión. Recargue la página; copie antes lo que haya escrito y no quiera perder.',
    id: 'Código del error:',
    reload: 'Recargar la página',
    again: 'Intentar de nuevo',
  },
  unreachable: 'El servicio no responde. Revise su conexión; lo que escribió sigue aquí.',
}
