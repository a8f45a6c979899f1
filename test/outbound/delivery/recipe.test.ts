// The recipe for each receiver, in both languages, and the handbook page that is generated from the same data.
import { describe, expect, it } from 'vitest'
import { RECEIVERS } from '../../../src/domain/delivery/receivers/catalogue.ts'
import { RECEIVER_KEYS } from '../../../src/domain/delivery/receivers/names.ts'
import { LANGUAGES } from '../../../src/domain/people/user.ts'
import { recipeFor } from '../../../src/outbound/delivery/recipe.ts'
import { wordsOf } from '../../../src/outbound/delivery/words/words.ts'
import { handbookPage } from './handbook-page.ts'
import { DELIVERY } from './support.ts'

const NETWORK = { ...DELIVERY, station: null, mountpoint: 'RED' }
const PLACEHOLDERS = /\{(\w+)\}/g

describe.each(LANGUAGES)('a recipe in %s', (language) => {
  const words = wordsOf(language)

  it.each(RECEIVER_KEYS)('for %s has steps with known placeholders, and says what is not confirmed', (key) => {
    const recipe = recipeFor(key, DELIVERY, language)
    expect(recipe.name).not.toBe('')
    expect(recipe.steps.length).toBeGreaterThanOrEqual(2)
    const used = recipe.steps.flatMap((step) => Array.from(step.matchAll(PLACEHOLDERS), ([, name]) => name!))
    for (const name of used) expect(recipe.values[name], name).toBeTruthy()
    expect(new Set(used)).toEqual(new Set(['host', 'port', 'user', 'mountpoint']))
    for (const { text, source, remark } of [...recipe.traps, ...recipe.facts]) {
      expect(text).not.toBe('')
      expect(source === null ? remark : recipe.sources[source - 1]?.title).toBeTruthy()
    }
    expect(recipe.unconfirmed === null).toBe(RECEIVERS[key].steps !== null && recipe.facts.length === 4)
  })

  it('has general steps, marked as such, for a receiver without a document', () => {
    for (const key of RECEIVER_KEYS) {
      const { steps, general, stepsSource } = recipeFor(key, DELIVERY, language)
      expect([general === null, steps === words.generalSteps]).toEqual([stepsSource !== null, stepsSource === null])
    }
    expect(recipeFor('hitarget', DELIVERY, language).general).toMatch(/not verified|no están verificados/)
  })

  it('omits the password from everything but the text for programs', () => {
    for (const key of RECEIVER_KEYS) {
      const { accepted, ...shown } = recipeFor(key, NETWORK, language)
      expect(JSON.stringify(shown)).not.toContain(DELIVERY.password)
      if (accepted) expect(JSON.stringify(accepted)).toContain(DELIVERY.password)
    }
  })

  it('has the same number of steps as in the other languages', () => {
    for (const key of RECEIVER_KEYS)
      expect(recipeFor(key, DELIVERY, language).steps.length).toBe(recipeFor(key, DELIVERY, 'es').steps.length)
  })
})

describe('the notices', () => {
  const noticesOf = (key: (typeof RECEIVER_KEYS)[number], more: object) =>
    recipeFor(key, { ...DELIVERY, ...more }, 'en').notices.join(' ')
  const group = { name: 'Valle', mountpoints: ['CDMX_RTCM32', 'TOLU_RTCM32'], more: 0 }
  const legacy = ['CDMX_OLD', 'TOLU_OLD'].map((name) => ({ name, form: 'legacy', isNetwork: false }) as const)

  it('lead an old receiver to 1004 and 1012, or say that there are none', () => {
    expect(noticesOf('older', { converted: legacy })).toBe(
      'This equipment can’t read MSM. Use the mountpoint CDMX_OLD, which sends 1004 and 1012.',
    )
    expect(noticesOf('older', { station: null, mountpoint: 'RED', group, converted: legacy })).toBe(
      'This equipment can’t read MSM. Use the mountpoint of the nearest station: CDMX_OLD, TOLU_OLD. They send 1004 and 1012.',
    )
    const ofNetwork = { name: 'RED_OLD', form: 'legacy', isNetwork: true }
    expect(noticesOf('older', { station: null, mountpoint: 'RED', group, converted: [...legacy, ofNetwork] })).toMatch(
      /^This equipment can’t read MSM. Use the mountpoint RED_OLD, which sends 1004 and 1012\. RED_OLD needs the position/,
    )
    expect(noticesOf('older', {})).toContain('Ask your provider for one.')
  })

  it('warn at the network mountpoint if the receiver may not send its position', () => {
    expect(noticesOf('fjd', { station: null, mountpoint: 'RED' })).toContain(
      'ask your provider to register your work site.',
    )
    expect(noticesOf('fjd', { station: null, mountpoint: 'RED', group })).toContain(
      'or connect to the nearest station: CDMX_RTCM32, TOLU_RTCM32.',
    )
    expect(noticesOf('fjd', {})).toBe('')
    expect(noticesOf('septentrio', { station: null, mountpoint: 'RED' })).toBe('')
  })
})

it.each(LANGUAGES)('matches the handbook in %s', async (language) => {
  const file = language === 'en' ? '../../../docs/receivers.md' : '../../../docs/es/receivers.md'
  await expect(handbookPage(language)).toMatchFileSnapshot(file)
})
