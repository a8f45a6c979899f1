// Runs the commands of "Two machines, step by step" in docs/scale.md literally, with the system's PostgreSQL and
// nats-server. Two folders and two loopback addresses stand for the machines. Scripts replace systemd, SSH and other
// users.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { casterPortOf, importStation, STATION, startBase } from '../support/casters.ts'
import { blocksIn } from '../support/code-blocks.ts'
import { lacks } from '../support/needs.ts'
import { lastingPort } from '../support/ports.ts'
import { makeDataDir, makeToken, RunningService, until } from '../support/process.ts'

const TEST_MS = 300_000
const isMissing = lacks('the guide for two machines', 'psql', 'nats-server', 'openssl', 'pg_basebackup')
const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
const begin = page.indexOf('### Two machines, step by step')
const section = page.slice(begin, page.indexOf('### In front of the casters', begin))
const [install, certificates, settings, database, copy, place, start, check] = blocksIn(section).map(({ code }) => code)
const COMMAND = new URL('../../bin/vertice.js', import.meta.url).pathname
const isRoot = process.getuid?.() === 0

/** Both machines: a folder each, and the programs of the guide. */
class Machines {
  readonly folder = mkdtempSync('/tmp/vertice-two-')
  readonly #ports: Readonly<Record<string, number>>
  readonly #programs = spawnSync('sh', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | head -n 1'], {
    encoding: 'utf8',
  }).stdout.trim()
  readonly #nats: ChildProcess[] = []

  constructor(ports: Readonly<Record<string, number>>) {
    this.#ports = ports
    chmodSync(this.folder, 0o755)
    mkdirSync(join(this.folder, 'bin'))
    mkdirSync(join(this.folder, 'pg'))
    const asPostgres = isRoot ? 'runuser -u postgres -- env PATH="$PATH" ' : ''
    if (isRoot) spawnSync('chown', ['postgres', join(this.folder, 'pg')])
    const control = `${asPostgres}${this.#programs}/pg_ctl -D ${this.#data} -w -s -t 120 -m fast -l ${this.folder}/pg/log -o "-p ${ports['5432']} -k ${this.folder}/pg"`
    this.#program(
      'sudo',
      `shift 2; export PGHOST=${this.folder}/pg PGPORT=${ports['5432']} PGUSER=postgres; exec ${asPostgres}"$@"`,
    )
    this.#program('systemctl', `case "$*" in *postgresql) exec ${control} restart >/dev/null;; esac`)
    this.#program('ssh', `shift; exec sh -c "$(printf %s "$*" | sed 's#${this.root(1)}#${this.root(2)}#g')"`)
    this.#program('scp', `for to; do :; done; set -- "\${@:1:$#-1}"; exec cp "$@" ${this.root(2)}/root/vertice/`)
    // Removes the owner option: that user does not exist here.
    this.#program('install', `set -- $(printf '%s\\n' "$@" | sed '/^-o$/,+1d'); exec /usr/bin/install "$@"`)
    if (!isRoot) this.#program('chown', 'exit 0')
    this.#program(
      'vertice',
      `case "$1 $2" in "service install") shift 2; exec ${process.execPath} ${COMMAND} service install --root "$ROOT" "$@";;
"service run") shift 2; set -a; . <(sed -n "s/^\\([A-Z_]*\\)=\\(.*\\)/\\1='\\2'/p" "$ROOT/etc/vertice/vertice.env");; esac
exec ${process.execPath} ${COMMAND} "$@"`,
    )
    const cluster = `${asPostgres}${this.#programs}/initdb -D ${this.#data} -U postgres --auth-local=trust --auth-host=scram-sha-256 -E UTF8 --locale=C.UTF-8 && ${control} start >/dev/null`
    this.#shell(1, cluster)
  }

  get #data(): string {
    return join(this.folder, 'pg', 'data')
  }

  root = (machine: number) => join(this.folder, `machine-${machine}`)

  #program(name: string, script: string): void {
    const file = join(this.folder, 'bin', name)
    writeFileSync(file, `#!/bin/bash\n${script}\n`)
    chmodSync(file, 0o755)
  }

  /** Runs a block of the page with the addresses, ports and folders of this test. */
  run(machine: number, block: string): string {
    let script = block.replaceAll('10.0.0.', '127.0.0.')
    for (const [port, here] of Object.entries(this.#ports)) script = script.replaceAll(`:${port}`, `:${here}`)
    return this.#shell(machine, script.replace(/(?<![\w}])\/(etc|root)\//g, `${this.root(machine)}/$1/`))
  }

  #shell(machine: number, script: string): string {
    mkdirSync(join(this.root(machine), 'etc'), { recursive: true })
    const env = { ...process.env, PATH: `${this.folder}/bin:${process.env.PATH}`, ROOT: this.root(machine) }
    const ran = spawnSync('bash', ['-euo', 'pipefail', '-c', script], { env, cwd: this.folder, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`${script}\n${ran.stdout}\n${ran.stderr}`)
    return ran.stdout
  }

  startNats(machine: number): void {
    const config = join(this.root(machine), 'etc', 'nats-server.conf')
    this.#nats.push(spawn('nats-server', ['-c', config, '-l', join(this.folder, `nats-${machine}.log`)]))
  }

  natsLog(machine: number): string {
    const file = join(this.folder, `nats-${machine}.log`)
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  settings = (machine: number) =>
    parseEnv(readFileSync(join(this.root(machine), 'etc/vertice/vertice.env'), 'utf8')) as Record<string, string>

  stop(): void {
    for (const server of this.#nats) server.kill()
    const asPostgres = isRoot ? 'runuser -u postgres -- ' : ''
    spawnSync('sh', ['-c', `${asPostgres}${this.#programs}/pg_ctl -D ${this.#data} -w -s -m fast stop`])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

it.skipIf(isMissing)(
  'serves a rover of one machine from the base of the other, with NATS login and TLS and two PostgreSQL roles',
  async () => {
    const machines = new Machines({ 5432: await lastingPort(), 4222: await lastingPort(), 6222: await lastingPort() })
    onTestFinished(() => machines.stop())
    for (const machine of [1, 2]) machines.run(machine, install!)
    for (const block of [certificates, settings, database, copy]) machines.run(1, block!)
    for (const machine of [1, 2]) {
      machines.run(machine, place!.replace('ADDRESS=10.0.0.1', `ADDRESS=10.0.0.${machine}`))
      machines.startNats(machine)
    }
    await until(() => [1, 2].every((machine) => machines.natsLog(machine).includes('Route connection created')))
    expect(start).toBe('systemctl enable --now vertice\n')

    const folders = [makeDataDir(), makeDataDir()]
    const services: RunningService[] = []
    for (const [index, folder] of folders.entries()) {
      const named = { ...machines.settings(index + 1), NODE_NAME: `machine-${index + 1}` }
      const service = await RunningService.start(folder, named)
      onTestFinished(() => service.stop().then(() => {}))
      services.push(service)
    }
    const [first, second] = services
    expect(machines.settings(2)).not.toHaveProperty('DATABASE_OWNER_URL')
    expect(machines.settings(2).ENCRYPTION_KEYS).toBe(machines.settings(1).ENCRYPTION_KEYS)
    const nodes = machines.run(1, check!)
    for (const name of ['machine-1', 'machine-2']) expect(nodes).toContain(name)

    const own = machines.settings(1)
    await importStation(folders[0]!, own)
    const base = await startBase(folders[0]!, casterPortOf(first!.output), own)
    onTestFinished(() => base.stop())
    // Issued on one machine, accepted on the other.
    const token = await makeToken(folders[0]!, own)
    const body = JSON.stringify({ segundos: 3600, station_codigo: STATION.codigo })
    const { credential } = await first!.json('/api/v1/credentials', token, { method: 'POST', body })
    const rover = connect(casterPortOf(second!.output), '127.0.0.1')
    onTestFinished(() => void rover.destroy())
    const login = Buffer.from(`${credential.usuario}:${credential.password}`).toString('base64')
    rover.write(
      `GET /${STATION.mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP test\r\nAuthorization: Basic ${login}\r\n\r\n`,
    )
    let heard = ''
    rover.on('data', (data) => {
      heard += data.toString('latin1')
    })
    // An RTCM frame begins with 0xD3.
    await until(() => heard.startsWith('ICY 200 OK') && heard.includes('\u00d3'))
    for (const service of services) expect(service.log.join('')).not.toMatch(/NATS.*(login|TLS)/)
  },
  TEST_MS,
)
