// The entry that was unused for longest is evicted first, whatever was removed before.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ForgetfulMap } from '../../../../src/caster/door/limits/forgetful-map.ts'

it('agrees with a plain list, oldest first', () => {
  const key = fc.integer({ min: 0, max: 12 }).map(String)
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('set' as const), key }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), key }) },
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 200 }), (most, steps) => {
      const map = new ForgetfulMap<string>(most)
      let list: string[] = []
      for (const { do: what, key } of steps) {
        if (what === 'set') map.set(key, key)
        if (what === 'delete') map.delete(key)
        if (what === 'forget') map.forget((value) => value >= key)
        list = what === 'forget' ? list.filter((value) => value < key) : list.filter((value) => value !== key)
        if (what === 'set') list = [...list, key].slice(-most)
        expect(map.size).toBe(list.length)
        for (let place = 0; place <= 12; place++)
          expect(map.get(String(place)) !== undefined).toBe(list.includes(String(place)))
      }
    }),
  )
})
