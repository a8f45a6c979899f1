// Podman as root with its own storage: images and containers are deleted after the test. No registry is used: the base
// image of the Dockerfile is built here from Debian packages and this checkout's Node.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { packRelease } from '../../scripts/release/build.ts'
import { projectRoot } from '../../src/base/config/config.ts'

const run = promisify(execFile)
const IMAGE = 'localhost/vertice:test'
const BASE = 'localhost/debian-with-node:test'
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'
/** Independent of the kernel's settings: no container may have more than the process that starts it. */
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=2048:2048']

/** Debian's installer syncs after every file, so the temporary root is put in memory if there is enough. */
function roomyMemory(): string | null {
  const place = '/dev/shm'
  if (!existsSync(place)) return null
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 2 ** 31 ? place : null
}

export interface Container {
  exec(...command: string[]): Promise<string>
  /** The output so far, without the log. */
  said(): Promise<string>
  /** The result of the image's health check. */
  isHealthy(): Promise<boolean>
  /** Sends the stop signal like the engine; returns the exit code. */
  stop(): Promise<number>
}

export class Engine {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vertice-container-'))
  #count = 0

  static async withImage(): Promise<Engine> {
    const engine = new Engine()
    try {
      const [release] = await Promise.all([engine.#makeRelease(), engine.#makeBase()])
      await engine.#build(release)
      return engine
    } catch (error) {
      await engine.remove()
      throw error
    }
  }

  async remove(): Promise<void> {
    await this.#podman('rm', '--all', '--force', '--volumes', '--time=0')
    await this.#podman('rmi', '--all', '--force')
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async #makeRelease(): Promise<string> {
    const folder = join(this.#folder, 'release')
    mkdirSync(folder)
    await packRelease(folder)
    return folder
  }

  /**
   * Builds an equivalent of node:24-slim from Debian packages, Node and npm, with this machine's CAs and package cache.
   */
  async #makeBase(): Promise<void> {
    const { stdout: program } = await run('sh', ['-c', 'readlink -f "$(command -v npm)"'])
    const npm = dirname(dirname(program.trim()))
    const hooks = [
      'mkdir -p "$1/usr/local/lib/node_modules"',
      `copy-in ${process.execPath} /usr/local/bin`,
      `copy-in ${npm} /usr/local/lib/node_modules`,
      'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
      `copy-in ${AUTHORITIES} ${dirname(AUTHORITIES)}`,
    ]
    const made = join(this.#folder, 'base.tar')
    await run(
      'mmdebstrap',
      [
        '--quiet',
        '--variant=apt',
        '--dpkgopt=force-unsafe-io',
        '--include=ca-certificates',
        ...hooks.map((hook) => `--customize-hook=${hook}`),
        'bookworm',
        made,
      ],
      { env: { ...process.env, TMPDIR: roomyMemory() ?? this.#folder } },
    )
    const settings = [`NODE_EXTRA_CA_CERTS=${AUTHORITIES}`, 'NPM_CONFIG_PREFER_OFFLINE=true']
    await this.#podman('import', '--quiet', ...settings.map((one) => `--change=ENV ${one}`), made, BASE)
    await rm(made)
  }

  /**
   * Builds all stages but the first, which builds the release: its `npm ci` takes minutes and the tests just ran it.
   */
  async #build(release: string): Promise<void> {
    const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
    mkdirSync(cache, { recursive: true })
    const options = [`--build-context=release=${release}`, `--build-arg=BASE=${BASE}`, `--volume=${cache}:/root/.npm`]
    const plain = ['--format=docker', '--layers=false', '--network=host', ...LIMITS]
    await this.#podman('build', ...plain, ...options, `--tag=${IMAGE}`, projectRoot)
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  async inspect(): Promise<any> {
    return JSON.parse(await this.#podman('inspect', IMAGE))[0]
  }

  runOnce(...command: string[]): Promise<string> {
    const [program, ...args] = command
    return this.#podman('run', '--rm', '--network=none', ...LIMITS, `--entrypoint=${program}`, IMAGE, ...args)
  }

  /** Starts without capabilities, on a read-only root, as a user without a name. */
  async start(
    user: string,
    settings: Readonly<Record<string, string>>,
    options: readonly string[],
    command: readonly string[] = [],
  ): Promise<Container> {
    const name = `vertice-${++this.#count}`
    const bare = ['--read-only', '--read-only-tmpfs=false', '--tmpfs=/tmp', '--cap-drop=all', '--passwd=false']
    const rights = [...bare, '--security-opt=no-new-privileges', `--user=${user}`, '--network=host', ...LIMITS]
    const environment = Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`)
    const all = [`--name=${name}`, ...rights, ...environment, ...options]
    await this.#podman('run', '--detach', ...all, IMAGE, ...command)
    return {
      exec: (...command) => this.#podman('exec', name, ...command),
      said: () => this.#podman('logs', name),
      isHealthy: () =>
        this.#podman('healthcheck', 'run', name).then(
          () => true,
          () => false,
        ),
      stop: async () => {
        await this.#podman('stop', '--time=60', name)
        return Number(await this.#podman('wait', name))
      },
    }
  }

  async #podman(...args: string[]): Promise<string> {
    const places = ['storage', 'run', 'tmp'].map((name) => join(this.#folder, name))
    const own = [`--root=${places[0]}`, `--runroot=${places[1]}`, `--tmpdir=${places[2]}`]
    // From this folder, because the container monitor leaves a file in its working directory after an out-of-memory
    // kill.
    const options = { cwd: this.#folder, maxBuffer: 2 ** 26 }
    const { stdout } = await run('podman', [...own, '--cgroup-manager=cgroupfs', '--runtime=runc', ...args], options)
    return stdout.trim()
  }
}
