// The operator's incidents as an Atom feed (RFC 4287), for feed readers and other programs.
import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { Language } from '../../domain/people/user.ts'
import { escapeHtml, escapeXml } from '../../domain/text/plain-text.ts'
import { type IncidentWords, incidentsEn, incidentsEs } from '../../words/incidents.ts'
import type { StateHead } from './contract.ts'

type Head = Pick<Static<typeof StateHead>, 'network' | 'incidents'>

const WORDS: Record<
  Language,
  IncidentWords & { readonly title: (name: string) => string; readonly simulated: string }
> = {
  es: { ...incidentsEs, title: (name) => `${name}: incidentes`, simulated: 'red simulada' },
  en: { ...incidentsEn, title: (name) => `${name}: incidents`, simulated: 'simulated network' },
}

/** The date of a feed without entries: Atom requires one, and a changing one would look like news. */
const NEVER = new Date(0)

export function feedOf(
  { network, incidents }: Head,
  baseUrl: string,
  language: Language,
): { readonly text: string; readonly etag: string } {
  const words = WORDS[language]
  const page = `${baseUrl}/status`
  const changedAt = (incident: Head['incidents'][number]) => incident.notes.at(-1)?.createdAt ?? incident.createdAt
  const newest = incidents.reduce((latest, incident) => {
    const at = changedAt(incident)
    return at > latest ? at : latest
  }, NEVER)
  const simulated = network.simulated === 'none' ? '' : ` (${words.simulated})`
  const entries = incidents.map((incident) => {
    const { id, title, impact, stationCodes, createdAt, notes } = incident
    const where = stationCodes.join(', ') || words.wholeNetwork
    const told = notes.toReversed().map(
      ({ stage, text, createdAt: at }) =>
        `<p><strong>${escapeHtml(words.stages[stage])}</strong> <time>${at.toISOString()}</time></p>${text
          .split('\n')
          .map((line) => `<p>${escapeHtml(line)}</p>`)
          .join('')}`,
    )
    const content = `<p>${escapeHtml(words.impacts[impact])}: ${escapeHtml(where)}</p>${told.join('')}`
    return `<entry>
<id>${escapeXml(`${page}#incident-${id}`)}</id>
<title>${escapeXml(`${title}${simulated}`)}</title>
<link href="${escapeXml(`${page}#incident-${id}`)}"/>
<published>${createdAt.toISOString()}</published>
<updated>${changedAt(incident).toISOString()}</updated>
<category term="${impact}"/>
<content type="html">${escapeXml(content)}</content>
</entry>
`
  })
  const text = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${escapeXml(page)}</id>
<title>${escapeXml(`${words.title(network.name)}${simulated}`)}</title>
<link href="${escapeXml(page)}"/>
<link rel="self" href="${escapeXml(`${page}/feed.atom?language=${language}`)}"/>
<updated>${newest.toISOString()}</updated>
<author><name>${escapeXml(network.name)}</name></author>
${entries.join('')}</feed>
`
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}
