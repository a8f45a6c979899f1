// The pages as Markdown, for programs. Links are absolute and lead to Markdown too.
import { HANDBOOK_PATHS } from './handbook.ts'
import type { Operation } from './reference/description.ts'
import type { ReferenceWords } from './words.ts'

/** `[text](href)`, also of images. */
const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g
const PAGE = /^(\/docs\/(?:en|es|handbook)(?:\/[\w/-]+)?)(#.*)?$/

/** `linkTo` returns where a link leads in the portal; `null` if the portal does not have it. */
export const withAbsoluteLinks = (source: string, baseUrl: string, linkTo: (href: string) => string | null): string =>
  source.replaceAll(LINK, (_, text: string, href: string) => {
    const address = linkTo(href)
    if (address === null) return text
    const [, page, anchor = ''] = PAGE.exec(address) ?? []
    return `[${text}](${page ? `${baseUrl}${page}.md${anchor}` : address.startsWith('/') ? baseUrl + address : address})`
  })

export const operationsAsMarkdown = (operations: readonly Operation[], words: ReferenceWords): string =>
  [`## ${words.operations}`, ...operations.map((operation) => operationAsMarkdown(operation, words))].join('\n\n')

function operationAsMarkdown(
  { method, path, summary, description, parameters, body, answer }: Operation,
  words: ReferenceWords,
): string {
  const described = parameters.map(
    ({ name, in: place, required, description: about = '' }) =>
      `- \`${name}\` (${words.place[place]}${required ? `, ${words.required}` : ''})${about && `: ${about}`}`,
  )
  const example = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
  return [
    `### ${method} ${path}`,
    description || summary,
    ...(described.length > 0 ? [described.join('\n')] : []),
    ...(body ? [example(body.example)] : []),
    ...(answer ? [`${answer.status}:`, example(answer.example)] : []),
  ].join('\n\n')
}

export interface IndexedPages {
  readonly networkName: string
  readonly baseUrl: string
  /** The first page of the guides, with absolute links. */
  readonly start: string
  /** The same in Spanish. */
  readonly inicio: string
}

/** Index of the pages for language models, with links to Markdown (https://llmstxt.org). */
export function llmsText({ networkName, baseUrl, start, inicio }: IndexedPages): string {
  const intro = start.split('\n').find((line) => /^\p{L}/u.test(line)) ?? ''
  const sections = start.slice(start.indexOf('\n## ') + 1).trim()
  const items = inicio.split('\n').filter((line) => line.startsWith('- '))
  return `# ${networkName}

> ${intro}

${sections}

## Descriptions for tools

- [OpenAPI 3.1](${baseUrl}/docs/openapi.json): every operation, field and event.
- [Postman collection](${baseUrl}/docs/postman.json): every operation with an example.

## Español

${items.join('\n')}

## Optional

- [Handbook](${baseUrl}${HANDBOOK_PATHS.en}.md): for operators of the service.
- [Manual del operador](${baseUrl}${HANDBOOK_PATHS.es}.md): the handbook in Spanish.
`
}
