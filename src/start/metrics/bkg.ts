// What a worker counts of the BKG caster that it writes the files of.
import type { Registry } from 'prom-client'
import type { BkgFigures, BkgMetrics } from '../../bkg/provision.ts'
import { LEFT_OUT_REASONS } from '../../domain/bkg/state.ts'
import { askedMetrics, registerAsked } from './asked.ts'

export function bkgMetrics(registry: Registry, clock: () => Date): BkgMetrics {
  let figures: BkgFigures | null = null
  const rehashes = { answered: 0, failed: 0 }
  let kicks = 0
  const { gauge, counter } = askedMetrics(registry)
  gauge(
    'vertice_bkg_behind_seconds',
    'Age of the oldest change that is not in force at the BKG caster; 0: all are.',
    () => (figures?.behindSince == null ? 0 : Math.max(0, clock().getTime() - figures.behindSince) / 1_000),
  )
  registerAsked(
    registry,
    {
      name: 'vertice_bkg_lag_seconds',
      help: 'How long the last change took to be in force at the BKG caster.',
      type: 'gauge',
    },
    () => (figures?.lagMs == null ? [] : [[{}, figures.lagMs / 1_000]]),
  )
  gauge('vertice_bkg_users', 'Users in the files of the BKG caster that are ours.', () => figures?.counts.users ?? 0)
  registerAsked(
    registry,
    {
      name: 'vertice_bkg_left_out',
      help: 'Credentials in force that the BKG caster cannot know, by why: its user name, its password, a user of the operator of that name, a line that is full, its fence.',
      type: 'gauge',
    },
    () => LEFT_OUT_REASONS.map((reason) => [{ reason }, figures?.counts.leftOut[reason] ?? 0] as const),
  )
  registerAsked(
    registry,
    {
      name: 'vertice_bkg_rehashes_total',
      help: 'How often the BKG caster was asked to read its files.',
      type: 'counter',
    },
    () => Object.entries(rehashes).map(([outcome, count]) => [{ outcome }, count] as const),
  )
  counter(
    'vertice_bkg_kicks_total',
    'Connections to the BKG caster that were cut because their user lost access.',
    () => kicks,
  )
  return {
    state(now) {
      figures = now
    },
    rehashed(succeeded) {
      rehashes[succeeded ? 'answered' : 'failed'] += 1
    },
    kicked() {
      kicks += 1
    },
  }
}
