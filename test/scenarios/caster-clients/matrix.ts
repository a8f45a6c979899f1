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
  source: 'its public source',
  quoted: 'quoted in public',
  modelled: 'modelled on its kind',
}

const count = (known: Known) => ALL_FORMS.filter((form) => form.known === known).length

export const matrix = (): string => `# Clients

Made by \`test/scenarios/caster-clients/\`: do not edit it by hand (\`npx vitest run test/scenarios/caster-clients -u\` writes it).

What ${ALL_FORMS.length} request forms of clients are answered, in bytes: the tests send each form as it stands here to a real caster, hold what it is answered
against what the client looks for, and see that the frames of a station then arrive whole, or that those it brings do. Of a program that is marked, the program itself runs in a test as well.

Where a form is known from: *its public source* (the headers and their texts are those of its code; version numbers are examples), *quoted in public* (a log, a test or a
program that pretends to be it shows the bytes), *modelled on its kind* (its makers publish nothing: it is how programs of its kind ask, under its name, and shows no more than that).
${count('source')} forms are of the first sort, ${count('quoted')} of the second, ${count('modelled')} of the third.

## Rovers

${rows(ROVERS)}

## Stations that push

${rows(SOURCES)}

## Who asks for the sourcetable

${rows(TABLES)}
`

const COLUMNS = ['client', 'NTRIP', 'sends', 'is answered', 'known from', 'program', 'oddity']

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
