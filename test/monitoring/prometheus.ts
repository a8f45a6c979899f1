// A real Prometheus that scrapes its targets every second and evaluates rules.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastingPort } from '../support/ports.ts'
import { until } from '../support/process.ts'

export interface ActiveAlert {
  readonly labels: Readonly<Record<string, string>>
  readonly state: 'pending' | 'firing'
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}

export class Prometheus {
  readonly #child: ChildProcess
  readonly #folder: string
  readonly #url: string

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#child = child
    this.#folder = folder
    this.#url = url
  }

  static async start(rules: string): Promise<Prometheus> {
    const folder = mkdtempSync(join(tmpdir(), 'vertice-prometheus-'))
    const port = await lastingPort()
    const scrape = { job_name: 'vertice', file_sd_configs: [{ files: [join(folder, 'targets.json')] }] }
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '500ms' },
      rule_files: [join(folder, 'rules.yml')],
      scrape_configs: [scrape],
    }
    writeFileSync(join(folder, 'rules.yml'), rules)
    writeFileSync(join(folder, 'targets.json'), '[]')
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    )
    const prometheus = new Prometheus(child, folder, `http://127.0.0.1:${port}`)
    const isReady = () =>
      fetch(`${prometheus.#url}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(async () => child.exitCode !== null || (await isReady()))
    if (child.exitCode !== null) throw new Error(`prometheus ended with ${child.exitCode}`)
    return prometheus
  }

  /** Sets the targets (host:port). */
  reads(...targets: readonly string[]): void {
    const file = join(this.#folder, 'targets.json')
    writeFileSync(`${file}.new`, JSON.stringify([{ targets }]))
    renameSync(`${file}.new`, file)
  }

  async alerts(): Promise<ActiveAlert[]> {
    return (await this.#ask<{ alerts: ActiveAlert[] }>('alerts')).alerts
  }

  async query(expr: string): Promise<Sample[]> {
    return (await this.#ask<{ result: Sample[] }>(`query?query=${encodeURIComponent(expr)}`)).result
  }

  /** The names of all metrics that were ever scraped. */
  names(): Promise<string[]> {
    return this.#ask<string[]>('label/__name__/values')
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode === null) {
      this.#child.kill('SIGTERM')
      await once(this.#child, 'exit')
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #ask<Data>(path: string): Promise<Data> {
    const response = await fetch(`${this.#url}/api/v1/${path}`)
    const answer = (await response.json()) as { data: Data; error?: string }
    if (!response.ok) throw new Error(`${path}: ${answer.error}`)
    return answer.data
  }
}
