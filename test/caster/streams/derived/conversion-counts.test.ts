import { LEFT_OUT } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { ConversionCounts } from '../../../../src/caster/streams/derived/conversion-counts.ts'
import {
  NOT_CONVERTED,
  type NotConverted,
  type WhyNotConverted,
} from '../../../../src/domain/network/mountpoints/not-converted.ts'

const counting = () => ({ leftOut: new Map<WhyNotConverted, number>() })

async function toldBy(counts: ConversionCounts): Promise<readonly NotConverted[]> {
  let told: readonly NotConverted[] = []
  await counts.tell(async (some) => {
    told = some
  })
  return told
}

it('uses the reasons of the converter', () => {
  expect(NOT_CONVERTED).toEqual(LEFT_OUT)
})

it('reports the increase since the last report for each mountpoint', async () => {
  const counts = new ConversionCounts()
  const [old, fresh] = [counting(), counting()]
  old.leftOut = new Map([['malformed', 3]])
  counts.see(1, old)
  counts.see(1, old)
  expect(await toldBy(counts)).toEqual([{ mountpointId: 1, reason: 'malformed', times: 3 }])
  expect(await toldBy(counts)).toEqual([])
  // A fallback station takes over: the counts of its derived stream start at zero.
  fresh.leftOut = new Map([['malformed', 2]])
  old.leftOut = new Map([['malformed', 4]])
  counts.see(1, old)
  counts.see(1, fresh)
  counts.see(2, { leftOut: new Map([['too_many', 1]]) })
  expect(await toldBy(counts)).toEqual([
    { mountpointId: 1, reason: 'malformed', times: 3 },
    { mountpointId: 2, reason: 'too_many', times: 1 },
  ])
  expect(Object.fromEntries(counts.all)).toEqual({ malformed: 6, too_many: 1 })
})

it('reports a failed report again next time, with what was added meanwhile', async () => {
  const counts = new ConversionCounts()
  const one = counting()
  one.leftOut = new Map([['out_of_range', 5]])
  counts.see(7, one)
  const away = counts.tell(async () => {
    one.leftOut = new Map([['out_of_range', 6]])
    counts.see(7, one)
    throw new Error('the database is away')
  })
  await expect(away).rejects.toThrow('away')
  expect(await toldBy(counts)).toEqual([{ mountpointId: 7, reason: 'out_of_range', times: 6 }])
})

it('calls the writer only when there is something to report', async () => {
  const counts = new ConversionCounts()
  const calls: (readonly NotConverted[])[] = []
  const tell = () => counts.tell(async (some) => calls.push(some))
  await tell()
  expect(calls).toEqual([])
  counts.see(1, { leftOut: new Map([['malformed', 1]]) })
  await tell()
  await tell()
  expect(calls).toEqual([[{ mountpointId: 1, reason: 'malformed', times: 1 }]])
})
