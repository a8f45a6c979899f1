// Generates docs/clients.md and docs/es/clients.md from the requests that the tests send.
import type { Language } from '../../../src/domain/people/user.ts'
import { ALL_FORMS, ROVERS, SOURCES, TABLES } from './all-forms.ts'
import type { Asked, ClientForm, Known } from './form.ts'
import { MATRIX_WORDS } from './matrix-words.ts'

const EXAMPLE: Asked = {
  mountpoint: 'MOUNT',
  username: 'user',
  password: 'password',
  port: 2101,
  gga: '$GPGGA,…\r\n',
}

const KNOWN: readonly Known[] = ['source', 'quoted', 'modelled']

export function matrix(language: Language): string {
  const { title, task, about, origins, origin, generated, sections } = MATRIX_WORDS[language]
  const counts = KNOWN.map((known) => [
    ...origin[known],
    String(ALL_FORMS.filter((form) => form.known === known).length),
  ])
  return `# ${title}

${task}

\`\`\`sh
curl -i -A 'NTRIP test' -H 'Ntrip-Version: Ntrip/2.0' -u USER:PASSWORD http://caster.example.mx:2101/MOUNT -o answer.bin
\`\`\`

${about(ALL_FORMS.length)}

${table(origins, counts)}

${generated}

## ${sections.rovers}

${clients(ROVERS, language)}

## ${sections.sources}

${clients(SOURCES, language)}

## ${sections.tables}

${clients(TABLES, language)}
`
}

function clients(forms: readonly ClientForm[], language: Language): string {
  const { columns, plainHttp, origin, yes, clientName, deviation } = MATRIX_WORDS[language]
  const rows = forms.map((form) => [
    clientName(form.client),
    form.revision === 'HTTP' ? plainHttp : form.revision,
    `\`${shown(form.sends(EXAMPLE))}\``,
    `\`${form.answer}\``,
    origin[form.known][0],
    form.program ? yes : '',
    form.oddity === undefined ? '' : deviation(form.oddity),
  ])
  return table(columns, rows)
}

const table = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.map(inCell).join(' | ')} |`).join('\n')

/** Text on one line, with line endings as C escapes. */
const shown = (text: string) => text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')

/** Escapes bars, which would end the table cell even inside code. */
const inCell = (text: string) => text.replaceAll('|', '\\|')
