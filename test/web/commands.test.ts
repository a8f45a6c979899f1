// Pure functions behind the search over everything, the presets of tokens and the details of audit entries.
import { describe, expect, it } from 'vitest'
import { describeDetails } from '../../web/src/sections/audit/changes.ts'
import { subjectPath } from '../../web/src/sections/audit/subject-path.ts'
import { firstRequest, PRESETS, presetOf } from '../../web/src/sections/people/tokens/presets.ts'
import { recentFirst, withRecent } from '../../web/src/shell/commands/recent.ts'
import { typedCommandIn } from '../../web/src/shell/commands/verbs.ts'
import { en } from '../../web/src/words/en/shell/commands.ts'
import { es } from '../../web/src/words/es/shell/commands.ts'

describe('a verb in the search', () => {
  it('is the first word, or its beginning, in either language and without accents', () => {
    for (const { verbs } of [es, en]) {
      expect(typedCommandIn('renew Agrícola del Norte', verbs)).toEqual({ verb: 'renew', name: 'Agrícola del Norte' })
      expect(typedCommandIn('  renov   agricola', verbs)).toEqual({ verb: 'renew', name: 'agricola' })
      expect(typedCommandIn('maintenance HERM', verbs)).toEqual({ verb: 'maintenance', name: 'HERM' })
    }
    expect(typedCommandIn('Mant. HERM', es.verbs).verb).toBe('maintenance')
  })

  it('needs three letters and a name', () => {
    expect(typedCommandIn('re quiroga', es.verbs)).toEqual({ verb: null, name: 're quiroga' })
    expect(typedCommandIn('renovar ', es.verbs)).toEqual({ verb: null, name: 'renovar' })
    expect(typedCommandIn('renovables sa', es.verbs)).toEqual({ verb: null, name: 'renovables sa' })
    expect(typedCommandIn('', es.verbs)).toEqual({ verb: null, name: '' })
    expect(typedCommandIn('... leon', es.verbs)).toEqual({ verb: null, name: '... leon' })
  })
})

describe('recent objects', () => {
  it('are the last six stations, credentials and customers, each once', () => {
    const paths = [
      '/stations/1',
      '/',
      '/credentials/new',
      '/stations',
      '/customers/2/ana',
      '/stations/1',
      '/credentials/9',
    ]
    const kept = paths.reduce<readonly string[]>(withRecent, [])
    expect(kept).toEqual(['/credentials/9', '/stations/1', '/customers/2/ana'])
    const many = Array.from({ length: 9 }, (_, id) => `/stations/${id + 1}`)
    expect(many.reduce<readonly string[]>(withRecent, [])).toHaveLength(6)
  })

  it('come first among the results; the others keep their order', () => {
    const things = ['a', 'b', 'c'].map((path) => ({ path }))
    expect(recentFirst(things, ['c', 'x']).map(({ path }) => path)).toEqual(['c', 'a', 'b'])
  })
})

describe('the presets of tokens', () => {
  it('are recognized by their rights, in any order', () => {
    expect(presetOf({ scopes: ['webhooks', 'revoke', 'provision', 'read'], limits: [] })).toBe('erp')
    expect(presetOf(PRESETS.dashboard)).toBe('dashboard')
    expect(presetOf({ scopes: ['read'], limits: [] })).toBeNull()
  })

  it('have a first request that their scopes allow', () => {
    expect(firstRequest(['read'], 'https://rtk.mx', 'vrt_x')).toBe(
      "curl https://rtk.mx/api/v1/stations \\\n  -H 'Authorization: Bearer vrt_x'",
    )
    expect(firstRequest(['revoke'], 'https://rtk.mx', 'vrt_x')).toContain('/api/v1/yo ')
  })
})

describe('the details of an audit entry', () => {
  it('are old and new values, without what stayed the same', () => {
    const wish = { role: 'viewer' }
    const was = { name: 'Ana', role: 'operator', disabled: false }
    expect(describeDetails('user.changed', { email: 'a@x.mx', was, wish })).toEqual({
      changes: [{ field: 'role', before: 'operator', after: 'viewer' }],
      rest: { email: 'a@x.mx' },
    })
    const quotas = { inForce: 500, webhooks: null }
    expect(
      describeDetails('owner.changed', { name: 'Norte', quotas, was: { quotas: { ...quotas, inForce: null } } }),
    ).toEqual({ changes: [{ field: 'quotas.inForce', before: null, after: 500 }], rest: { name: 'Norte' } })
    expect(
      describeDetails('settings.changed', { alerts: { delay: 5 }, was: { delay: 1, topics: ['station'] } }),
    ).toEqual({ changes: [{ field: 'delay', before: 1, after: 5 }], rest: {} })
  })

  it('name the old and new date of a renewal, and keep details without changes', () => {
    expect(describeDetails('credential.renewed', { username: 'qpz', from: 'A', until: 'B' })).toEqual({
      changes: [{ field: 'expiresAt', before: 'A', after: 'B' }],
      rest: { username: 'qpz' },
    })
    expect(describeDetails('audit.exported', { from: 'A', to: 'B' })).toEqual({
      changes: [],
      rest: { from: 'A', to: 'B' },
    })
    expect(describeDetails('group.changed', { name: 'Norte', stations: ['HERM'] }).changes).toEqual([])
  })

  it('link to the object if it has a page', () => {
    const on = (action: string, subjectKind: string | null, details = {}) =>
      subjectPath({ action, subjectKind, subjectId: 7, details })
    expect(on('station.changed', 'station')).toBe('/stations/7')
    expect(on('delivery.resent', 'delivery', { webhookId: 3 })).toBe('/platform/webhooks/3/deliveries/7')
    expect(on('settings.changed', null)).toBe('/settings')
    expect(on('group.removed', 'group')).toBeNull()
    expect(on('session.ended', 'session')).toBeNull()
  })
})
