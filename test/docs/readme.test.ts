// The README in both languages: the text differs; commands, pictures and links do not.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const ROOT = new URL('../../', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, ROOT), 'utf8')
const [english, spanish] = [read('README.md'), read('README.es.md')]

const commands = (text: string) =>
  Array.from(text.matchAll(/^```sh\n(.*?)^```/gms), ([, code]) => code!.replaceAll(/^#.*\n/gm, ''))
const headings = (text: string) => Array.from(text.matchAll(/^(#+) /gm), ([, depth]) => depth!.length)
const pictures = (text: string) => Array.from(text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, file]) => file)
const links = (text: string) =>
  Array.from(text.matchAll(/[^!]\[[^\]]+\]\(([^)]+)\)/g), ([, target]) => target!).toSorted()

it('has the same parts, commands and pictures in both languages', () => {
  for (const part of [headings, commands, pictures]) expect(part(spanish)).toEqual(part(english))
  expect(commands(english).length).toBeGreaterThan(4)
})

it('has the same links in both languages, to each other, and to the guides in its language first', () => {
  const counterparts = new Map([
    ['README.md', 'README.es.md'],
    ['docs/es/features.md', 'docs/features.md'],
    ['docs/es/README.md', 'docs/README.md'],
    ['#instalación', '#install'],
    ['#la-primera-credencial-en-cinco-minutos', '#the-first-credential-in-five-minutes'],
  ])
  const inEnglish = links(spanish).map((target) => counterparts.get(target) ?? target)
  expect(new Set(inEnglish)).toEqual(new Set(links(english)))
  expect(spanish.indexOf('guides/es/')).toBeLessThan(spanish.indexOf('guides/en/'))
})

it('installs the service globally, with sudo', () => {
  const lines = commands(english).flatMap((code) => code.split('\n'))
  const installing = lines.filter((line) => line.includes('npm install --global'))
  expect(installing.length).toBeGreaterThan(0)
  expect(installing.filter((line) => !line.startsWith('sudo '))).toEqual([])
})

it.each(['README.md', 'README.es.md', 'compose.yaml', 'docs/operations/container.md'])(
  'waits for the service to start before running commands in the container: %s',
  (file) => {
    const text = read(file)
    const [start] = /docker compose up [^\n`]*--build/.exec(text)!
    expect(text.indexOf('docker compose exec')).toBeGreaterThan(text.indexOf(start))
    expect(start).toContain('--wait')
  },
)

it.each(['bug', 'idea'])('has valid fields in the form for a %s', (name) => {
  const { body } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as { body: { type: string; id?: string }[] }
  const fields = body.filter(({ type }) => type !== 'markdown')
  expect(fields.length).toBeGreaterThan(2)
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
})
