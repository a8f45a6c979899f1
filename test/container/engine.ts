// Podman with storage of its own, for root: images and containers that are gone with the test. No registry is asked: what the Dockerfile
// takes for its base is made here, of Debian's packages and this checkout's Node.
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
/** Whatever the kernel is set to: no container may have more than whoever starts it. */
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=2048:2048']

/** Debian's installer waits for the disk after every file: a root that is thrown away can be in memory, where there is some. */
function roomyMemory(): string | null {
  const place = '/dev/shm'
  if (!existsSync(place)) return null
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 2 ** 31 ? place : null
}

export interface Container {
  /** What is run beside it, in the container. */
  exec(...command: string[]): Promise<string>
  /** What it said so far, without its log. */
  said(): Promise<string>
  /** As the image's own health check sees it. */
  isHealthy(): Promise<boolean>
  /** By its signal, as the engine does it; returns the exit code. */
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

  /** What node:24-slim is: a small Debian, Node and npm. With the authorities that this machine trusts, and the packages that it has already. */
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

  /** All of the Dockerfile but its first stage, which makes the release: `npm ci` for that takes minutes, and the tests have just done so. */
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

  /** Something else than the service, of the image's programs. */
  runOnce(...command: string[]): Promise<string> {
    const [program, ...args] = command
    return this.#podman('run', '--rm', '--network=none', ...LIMITS, `--entrypoint=${program}`, IMAGE, ...args)
  }

  /** Without any right, on a root that nobody writes to, as a user whose name nobody knows. */
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
    // From there, because whoever watches a container leaves a file where it was started when the memory ran out.
    const options = { cwd: this.#folder, maxBuffer: 2 ** 26 }
    const { stdout } = await run('podman', [...own, '--cgroup-manager=cgroupfs', '--runtime=runc', ...args], options)
    return stdout.trim()
  }
}
