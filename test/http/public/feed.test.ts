import { expect, it } from 'vitest'
import { feedOf } from '../../../src/http/public/feed.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 12, minute))
const incident = {
  id: 7,
  title: 'Corte <b>& más</b>\u0007',
  impact: 'outage' as const,
  stationCodes: ['LEON', 'GUAD'],
  createdAt: at(0),
  notes: [
    { stage: 'investigating' as const, text: 'Se fue la luz.\nEn camino <script>.', createdAt: at(0) },
    { stage: 'resolved' as const, text: 'Listo', createdAt: at(30) },
  ],
}
const NETWORK = { name: 'Red & Cía', simulated: 'none' as const }

it('escapes what operators write, twice inside the HTML content', () => {
  const { text } = feedOf({ network: NETWORK, incidents: [incident] }, 'https://rtk.example.mx', 'es')
  expect(text).toContain('<title>Corte &lt;b&gt;&amp; más&lt;/b&gt;</title>')
  expect(text).toContain('<title>Red &amp; Cía: incidentes</title>')
  expect(text).toContain('&lt;p&gt;En camino &amp;lt;script&amp;gt;.&lt;/p&gt;')
  expect(text).toContain('<id>https://rtk.example.mx/status#incident-7</id>')
  expect(text).not.toContain('\u0007')
})

it('dates an incident by its last note, and an empty feed always alike', () => {
  const { text } = feedOf({ network: NETWORK, incidents: [incident] }, 'https://rtk.example.mx', 'en')
  expect(text.match(/<updated>.*?<\/updated>/g)).toEqual(Array(2).fill('<updated>2026-11-18T12:30:00.000Z</updated>'))
  const empty = () => feedOf({ network: NETWORK, incidents: [] }, 'https://rtk.example.mx', 'en')
  expect(empty()).toEqual(empty())
})

it('marks a simulated network in the feed and in each entry', () => {
  const network = { ...NETWORK, simulated: 'all' as const }
  const { text } = feedOf({ network, incidents: [incident] }, 'https://rtk.example.mx', 'en')
  expect(text.match(/\(simulated network\)<\/title>/g)).toHaveLength(2)
})
