export const es = {
  open: 'Datos enviados',
  title: 'Descargar lo que se envió al rover',
  hint: 'Se reconstruye a partir del archivo. A lo sumo una hora; la descarga queda en la bitácora de auditoría.',
  from: 'Desde',
  to: 'Hasta',
  action: 'Reconstruir',
  bytesFile: (size: string) => `Descargar los bytes (${size})`,
  reportFile: 'Descargar el informe (JSON)',
  part: (base: string, from: string, to: string, size: string) => `${base}, de ${from} a ${to}, ${size}:`,
  computed: 'Flujo calculado',
}
