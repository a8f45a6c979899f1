// Generates docs/clients.md from the requests that the tests send.
import { ALL_FORMS, ROVERS, SOURCES, TABLES } from './all-forms.ts'
import type { Asked, ClientForm, Known } from './form.ts'

const EXAMPLE: Asked = {
  mountpoint: 'MOUNT',
  username: 'user',
  password: 'password',
  port: 2101,
  gga: '$GPGGA,…\r\n',
}

const KNOWN_FROM: Record<Known, string> = {
  source: 'public source',
  quoted: 'quoted in public',
  modelled: 'modelled on similar programs',
}

const count = (known: Known) => ALL_FORMS.filter((form) => form.known === known).length

export const matrix = (): string => `# NTRIP clients

See what a client sends and what the caster answers:

\`\`\`sh
curl -i -A 'NTRIP test' -H 'Ntrip-Version: Ntrip/2.0' -u USER:PASSWORD http://caster.example.mx:2101/MOUNT -o answer.bin
\`\`\`

The tests send these ${ALL_FORMS.length} requests to a real caster and check the response against what the client expects. They also check that a rover receives whole frames, and that frames from a base arrive. If *program* says yes, a test also runs the program itself.

| known from | means | requests |
| --- | --- | --- |
| ${KNOWN_FROM.source} | the headers are those of the client's code; version numbers are examples | ${count('source')} |
| ${KNOWN_FROM.quoted} | a log, a test or an imitating program shows the bytes | ${count('quoted')} |
| ${KNOWN_FROM.modelled} | the vendor publishes nothing; the request follows similar programs | ${count('modelled')} |

\`npx vitest run test/scenarios/caster-clients -u\` writes this page. Do not edit it by hand.

## Rovers

${rows(ROVERS)}

## Base stations

${rows(SOURCES)}

## Sourcetable requests

${rows(TABLES)}
`

const COLUMNS = ['client', 'NTRIP', 'sends', 'response', 'known from', 'program', 'deviation']

function rows(forms: readonly ClientForm[]): string {
  const lines = forms.map((form) =>
    [
      form.client,
      form.revision === 'HTTP' ? 'plain HTTP' : form.revision,
      `\`${shown(form.sends(EXAMPLE))}\``,
      `\`${form.answer}\``,
      KNOWN_FROM[form.known],
      form.program ? 'yes' : '',
      form.oddity ?? '',
    ]
      .map(inCell)
      .join(' | '),
  )
  return [COLUMNS.join(' | '), COLUMNS.map(() => '---').join(' | '), ...lines].map((line) => `| ${line} |`).join('\n')
}

/** Text on one line, with line endings as C escapes. */
const shown = (text: string) => text.replaceAll('\r', '\\r').replaceAll('\n', '\\n')

/** Escapes bars, which would end the table cell even inside code. */
const inCell = (text: string) => text.replaceAll('|', '\\|')
