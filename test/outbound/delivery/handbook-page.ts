// Generates docs/receivers.md and docs/es/receivers.md from the catalogue.
import { RECEIVERS } from '../../../src/domain/delivery/receivers/catalogue.ts'
import { confirmationOf, sourcesOf } from '../../../src/domain/delivery/receivers/facts.ts'
import { RECEIVER_GROUPS, type ReceiverGroup, type ReceiverKey } from '../../../src/domain/delivery/receivers/names.ts'
import { SOURCES, type SourceKey } from '../../../src/domain/delivery/receivers/sources.ts'
import type { Language } from '../../../src/domain/people/user.ts'
import { factsOf } from '../../../src/outbound/delivery/recipe.ts'
import { wordsOf } from '../../../src/outbound/delivery/words/words.ts'
import { wordsIn } from '../../../src/words/language.ts'
import { receiverName } from '../../../src/words/words.ts'

const TEXTS = {
  en: {
    title: 'Receiver recipes',
    task: 'Send a customer the page and the PDF with the steps for one receiver: add its key to the link.',
    about: `The [customer's page](handover.md) asks for the receiver or app, and then shows its steps with the connection data filled in, the mountpoint that suits it, known traps, and what is not confirmed. The PDF has the same content for the chosen receiver. In the console, choose the receiver beside the links of a credential.

- **The mountpoint**: a receiver without MSM is led to a derived mountpoint or network mountpoint with 1004 and 1012 (\`--form legacy\`), if the credential opens one that changes nothing else. Otherwise the page says that there is none. A receiver that falls behind with large streams is led to MSM4.
- **The position**: at the network mountpoint, the page warns if no document confirms that the receiver sends GGA, unless the credential has a registered place.
- **For programs**: RTKLIB gets a command for \`str2str\`, Mission Planner an \`ntrip://\` address with its QR code, MAVProxy lines for its console. They contain the password, which the page hides until it is requested. They are missing if a name or password has signs that these programs misread. Other apps document no import.

Facts come from public documents. "Not confirmed" means that we found no document of the maker. A receiver without a document for its steps gets general ones, and the page says that they are not verified.`,
    generated:
      '`npx vitest run test/outbound/delivery/recipe -u` writes this page from the catalogue. Do not edit it by hand.',
    columns: ['receiver or app', 'key', 'steps', 'NTRIP', 'GGA', 'messages', 'TLS', 'documents'],
    steps: { makers: 'confirmed', others: 'document of others', none: 'general, not verified' },
    unknown: 'not confirmed',
    sources: 'Documents',
    sourceColumns: ['document', 'of the maker'],
    trapsTitle: 'Traps',
    trapColumns: ['receiver or app', 'trap', 'confirmed'],
  },
  es: {
    title: 'Recetas para receptores',
    task: 'Envíe a un cliente la página y el PDF con los pasos para un receptor: agregue su clave al enlace.',
    about: `La [página del cliente](handover.md) pregunta por el receptor o la aplicación y muestra sus pasos con los datos de conexión, el punto de montaje que le conviene, problemas conocidos y lo que no está confirmado. El PDF tiene el mismo contenido para el receptor elegido. En la consola, elija el receptor junto a los enlaces de una credencial.

- **El punto de montaje**: a un receptor sin MSM se le indica un punto de montaje derivado o de red con 1004 y 1012 (\`--form legacy\`), si la credencial abre uno que no cambie nada más. Si no, la página dice que no hay. A un receptor que se atrasa con datos extensos se le indica MSM4.
- **La posición**: en el punto de montaje de red, la página avisa si ningún documento confirma que el receptor envía GGA, salvo que la credencial tenga un lugar registrado.
- **Para programas**: RTKLIB recibe un comando para \`str2str\`, Mission Planner una dirección \`ntrip://\` con su código QR, MAVProxy líneas para su consola. Contienen la contraseña, que la página oculta hasta que se pide. No aparecen si el usuario o la contraseña tienen signos que estos programas leen mal. Las demás aplicaciones no documentan ninguna importación.

Los datos provienen de documentos públicos. «No confirmado» significa que no encontramos un documento del fabricante. Un receptor sin documento para sus pasos recibe pasos generales, y la página dice que no están verificados.`,
    generated:
      '`npx vitest run test/outbound/delivery/recipe -u` escribe esta página a partir del catálogo. No la edite a mano.',
    columns: ['receptor o aplicación', 'clave', 'pasos', 'NTRIP', 'GGA', 'mensajes', 'TLS', 'documentos'],
    steps: { makers: 'confirmados', others: 'documento de terceros', none: 'generales, sin verificar' },
    unknown: 'no confirmado',
    sources: 'Documentos',
    sourceColumns: ['documento', 'del fabricante'],
    trapsTitle: 'Problemas conocidos',
    trapColumns: ['receptor o aplicación', 'problema', 'confirmado'],
  },
} as const

const table = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const keysOf = (group: ReceiverGroup) => Object.keys(RECEIVER_GROUPS[group]) as ReceiverKey[]

/** Documents are numbered in the order of the table. */
const NUMBERED = Object.keys(SOURCES) as SourceKey[]
const numberOf = (source: SourceKey) => String(NUMBERED.indexOf(source) + 1)

export function handbookPage(language: Language): string {
  const words = wordsOf(language)
  const texts = TEXTS[language]
  const groups = Object.keys(RECEIVER_GROUPS) as ReceiverGroup[]
  const marked = (text: string, source: SourceKey | null) =>
    source === null ? `${text} (${texts.unknown})` : `${text} [${numberOf(source)}]`
  const row = (key: ReceiverKey) => {
    const known = RECEIVERS[key]
    const facts = factsOf(known, words).map(({ fact }) => (fact ? marked(fact.value, fact.source) : texts.unknown))
    const steps = texts.steps[confirmationOf(known.steps)]
    return [
      receiverName(wordsIn(language), key),
      `\`${key}\``,
      steps,
      ...facts,
      sourcesOf(known).map(numberOf).join(', '),
    ]
  }
  const traps = groups
    .flatMap(keysOf)
    .flatMap((key) =>
      RECEIVERS[key].traps.map(({ value, source }) => [
        receiverName(wordsIn(language), key),
        words.recipes.traps[value],
        source === null ? texts.unknown : `[${numberOf(source)}]`,
      ]),
    )
  const sections = groups.map(
    (group) => `## ${words.recipes.groups[group]}\n\n${table(texts.columns, keysOf(group).map(row))}`,
  )
  const documents = NUMBERED.map((key) => {
    const { title, address, isMakers } = SOURCES[key]
    return [`${numberOf(key)}. ${title}: \`${address}\``, isMakers ? words.recipes.yes : words.recipes.no]
  })
  return `# ${texts.title}

${texts.task}

\`\`\`
https://rtk.example.mx/c/KEY?receiver=emlid
https://rtk.example.mx/c/KEY.pdf?receiver=emlid
\`\`\`

${texts.about}

${texts.generated}

${sections.join('\n\n')}

## ${texts.trapsTitle}

${table(texts.trapColumns, traps)}

## ${texts.sources}

${table(texts.sourceColumns, documents)}
`
}
