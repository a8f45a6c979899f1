// Chooses the customer's language, and formats the reference frame and the geofence in it.
import type { Geofence } from '../../../domain/credentials/geofence.ts'
import { partsOf } from '../../../domain/network/frame.ts'
import type { Language } from '../../../domain/people/user.ts'
import { preferredLanguage } from '../../../domain/text/preferred-language.ts'
import { en } from './en.ts'
import { es, type Words } from './es.ts'

const DICTIONARIES: Readonly<Record<Language, Words>> = { es, en }

export const wordsOf = (language: Language): Words => DICTIONARIES[language]

export const otherLanguage = (language: Language): Language => (language === 'es' ? 'en' : 'es')

/** The best match for Accept-Language; Spanish by default. */
export const languageOf = (header: string | undefined): Language => preferredLanguage(header) ?? 'es'

/** The operator writes the datum in its own language; only the word "época" needs translation. */
export function datumIn(datum: string, language: Language): string {
  const { name, epoch } = partsOf(datum)
  return epoch === null ? name : `${name}, ${wordsOf(language).epoch} ${epoch}`
}

/** Mexico's official frame since 2010 (INEGI, Norma Técnica del Sistema Geodésico Nacional). */
const isOfficial = (name: string, epoch: string | null) => /^ITRF\s?2008$/i.test(name) && Number(epoch) === 2010

export function explainDatum(datum: string, language: Language): string {
  const { name, epoch } = partsOf(datum)
  return wordsOf(language).datumMeans(name, epoch, isOfficial(name, epoch))
}

export function areaIn(geofence: Geofence, language: Language): string {
  const words = wordsOf(language)
  if (geofence.shape === 'polygon') return words.withinPolygon
  const { lat, lng, radiusKm } = geofence
  return words.withinCircle(String(radiusKm), lat.toFixed(4), lng.toFixed(4))
}
