// npm run bench: measures what we promise, each figure beside a floor in the same run, and writes docs/benchmarks.md.
// Absolute figures belong to the machine; the ratios are what counts.
import { readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchCaster } from './caster.ts'
import { benchConsole } from './console.ts'
import { benchIssuing } from './credentials.ts'
import { benchMails, benchSheets } from './handover.ts'
import { benchLists, FEW, fillCredentials, MANY } from './lists.ts'
import { benchChoice, benchStations } from './reads.ts'
import { BenchService, type Row, random } from './support.ts'
import { benchHistory, benchMetering, benchMinutes, STATIONS } from './telemetry.ts'
import { benchDeadEndpoint, benchDeliveries, benchIdle, benchMassExpiry } from './webhooks.ts'

const target = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url))
const only = process.argv[2]
const rows: Row[] = []
const add = (...more: Row[]) => {
  for (const row of more)
    console.log(
      `${row.met ? 'ok    ' : 'MISSED'} ${row.what}: ${row.measured}, floor ${row.floor}, ratio ${row.ratio} (${row.wanted})`,
    )
  rows.push(...more)
  if (only === undefined) writeFileSync(target, report(rows)) // after each, so that a run that is cut off leaves what it has
}
const wanted = (name: string) => only === undefined || only === name

if (wanted('issuing')) {
  await withService(async (service, token) => {
    await service.command('station', 'add', '--codigo', 'BENCH', '--nombre', 'Bench', '--lat', '19.4', '--lng', '-99.1')
    add(...(await benchIssuing(service, token)))
  })
}
if (wanted('reads')) {
  await withService(async (service, token) => {
    await addStations(service, 1_000)
    add(await benchStations(service, token))
    await addStations(service, 10_000)
    await service.command('network', 'set', 'upstream=ntrip://vrs.example.mx:2101/VRS')
    add(await benchChoice(service, token))
  })
}
if (wanted('lists')) {
  await withService(async (service) => {
    const few = await service.command('token', 'create', '--owner', 'few', '--name', 'bench', '--scopes', 'read')
    const many = await service.command('token', 'create', '--owner', 'many', '--name', 'bench', '--scopes', 'read')
    const progress = (done: number) => process.stderr.isTTY && process.stderr.write(`\r${done} rows `)
    await fillCredentials(service, 2, FEW, progress)
    await fillCredentials(service, 3, MANY, progress)
    add(...(await benchLists(service, few, many)))
    add(...(await benchRest(service)))
    add(await benchIdle(service))
  })
}
if (wanted('console'))
  add(...(await benchConsole((done) => process.stderr.isTTY && process.stderr.write(`\r${done} rows `))))
if (wanted('webhooks')) {
  add(...(await benchDeliveries()))
  add(await benchDeadEndpoint())
  add(...(await benchMassExpiry()))
}
if (wanted('handover')) {
  add(await benchSheets())
  add(...(await benchMails()))
}
if (wanted('caster')) await benchCaster(add)
if (wanted('telemetry')) {
  add(...benchMetering())
  await withService(async (service, token) => {
    await addStations(service, STATIONS)
    await service.stop()
    add(...(await benchMinutes(service)))
    await service.start()
    add(await benchHistory(service, token))
  })
}

async function withService(work: (service: BenchService, token: string) => Promise<void>): Promise<void> {
  const service = new BenchService()
  await service.start()
  try {
    const token = await service.command(
      'token',
      'create',
      '--owner',
      'bench',
      '--name',
      'bench',
      '--scopes',
      'read,provision,revoke',
    )
    await work(service, token)
  } finally {
    await service.stop()
    service.remove()
  }
}

async function addStations(service: BenchService, count: number): Promise<void> {
  const next = random(42)
  const stations = Array.from({ length: count }, (_, index) => ({
    codigo: `S${index}`,
    nombre: `Station ${index}`,
    estado_mx: 'Jalisco',
    lat: 14.5 + next() * 18,
    lng: -117 + next() * 30,
    constelaciones: 'GPS+GLO+GAL+BDS',
  }))
  const file = join(service.dataDir, 'stations.json')
  writeFileSync(file, JSON.stringify(stations))
  await service.command('station', 'import', file)
}

/** A new start on a data directory with a million credentials, and what the process weighs when it has come to rest. */
async function benchRest(service: BenchService): Promise<Row[]> {
  const starts: number[] = []
  for (let round = 0; round < 3; round++) {
    await service.stop()
    starts.push(await service.start())
  }
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  const megabytes = service.residentMegabytes()
  const slowest = Math.max(...starts)
  const plain = { floor: '', ratio: '' }
  return [
    {
      ...plain,
      what: 'Start to ready on an existing data directory (slowest of 3)',
      measured: `${(slowest / 1000).toFixed(2)} s`,
      wanted: '≤ 3 s',
      met: slowest <= 3000,
    },
    {
      ...plain,
      what: 'Resident memory of the Node process at rest, 1,000,000 credentials in the database',
      measured: `${megabytes.toFixed(0)} MB`,
      wanted: '≤ 150 MB',
      met: megabytes <= 150,
    },
  ]
}

function missed(results: readonly Row[]): string {
  const reasons = results.filter((row) => !row.met && row.why).map((row) => `- **${row.what}**: ${row.why}`)
  return reasons.length === 0 ? '' : `\nWhy not:\n\n${reasons.join('\n')}\n`
}

function report(results: readonly Row[]): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const lines = results.map(
    (row) =>
      `| ${row.what} | ${row.measured} | ${row.floor} | ${row.ratio} | ${row.wanted} | ${row.met ? 'yes' : '**no**'} |`,
  )
  return `# Benchmarks

Written by \`npm run bench\`. Each figure stands beside a floor measured in the same run, in turns with it; the ratio is what counts,
absolute figures belong to the machine. The load comes from a process of its own on the same machine.

Vértice ${version}, Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}.

| what | measured | floor | ratio | wanted | met |
|---|---|---|---|---|---|
${lines.join('\n')}
${missed(results)}`
}
