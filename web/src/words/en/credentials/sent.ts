import type { es } from '../../es/credentials/sent.ts'

export const en: typeof es = {
  open: 'Data sent',
  title: 'Download what the rover was sent',
  hint: 'Rebuilt from the archive. At most an hour; the download is recorded in the audit log.',
  from: 'From',
  to: 'To',
  action: 'Rebuild',
  bytesFile: (size) => `Download the bytes (${size})`,
  reportFile: 'Download the report (JSON)',
  part: (base, from, to, size) => `${base}, ${from} to ${to}, ${size}:`,
  computed: 'Computed stream',
}
