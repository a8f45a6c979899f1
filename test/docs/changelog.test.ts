// CHANGELOG.md: the newest heading is this version or the next one, and each release has a section "Operators must".
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { version } from '../../src/start/version.ts'

const UNRELEASED = 'Unreleased'
const HEADING = /^## (?:(Unreleased|\d+\.\d+\.\d+ \(unreleased\))|(\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2})$/

interface Release {
  readonly heading: string
  readonly name: string
  readonly text: string
}

const releasesIn = (changelog: string): Release[] =>
  changelog
    .split(/^(?=## )/m)
    .filter((text) => text.startsWith('## '))
    .map((text) => {
      const heading = text.split('\n', 1)[0]!
      const [, unreleased, number] = HEADING.exec(heading) ?? []
      return { heading, name: unreleased ? UNRELEASED : (number ?? ''), text }
    })

function faultsOf(changelog: string, code: string): string[] {
  const releases = releasesIn(changelog)
  const faults = releases
    .filter(({ name }) => name === '')
    .map(({ heading }) => `"${heading}": expected "## 1.2.3 - 2026-12-31"`)
  const [newest, ...others] = releases
  if (newest?.name !== UNRELEASED && newest?.name !== code)
    faults.push(`the newest is ${newest?.name}, the code is ${code}`)
  if (others.some(({ name }) => name === UNRELEASED)) faults.push(`${UNRELEASED} stands below a release`)
  for (const { name, text } of releases)
    if (name !== UNRELEASED && !/^### Operators must$/m.test(text))
      faults.push(`${name} does not say what operators must do`)
  const numbers = releases.flatMap(({ name }) => (name === UNRELEASED ? [] : [name]))
  if (numbers.toSorted(newestFirst).join() !== numbers.join()) faults.push('releases are not in their order')
  return faults
}

const newestFirst = (one: string, other: string) => other.localeCompare(one, 'en', { numeric: true })

it('CHANGELOG.md matches the version of package.json', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(faultsOf(changelog, version)).toEqual([])
})

it('reports the faults of a changelog', () => {
  const release = (name: string, rest = '### Operators must\n\n- Nothing.\n') => `## ${name}\n\n${rest}\n`
  const [newer, older] = [release('1.10.0 - 2026-12-31'), release('1.9.0 - 2026-12-01')]
  expect(faultsOf(`# Changelog\n\n${newer}${older}`, '1.10.0')).toEqual([])
  for (const next of [UNRELEASED, '1.11.0 (unreleased)'])
    expect(faultsOf(`${release(next, '')}${newer}`, '1.10.0')).toEqual([])
  expect(faultsOf(older, '1.10.0')).toEqual(['the newest is 1.9.0, the code is 1.10.0'])
  expect(faultsOf(older + newer, '1.9.0')).toEqual(['releases are not in their order'])
  expect(faultsOf(release('1.9.0 - 2026-12-01', '### Added\n'), '1.9.0')).toEqual([
    '1.9.0 does not say what operators must do',
  ])
  expect(faultsOf(release('v1.9'), '1.9.0')).toHaveLength(2)
})
