// How to start this program again: the path of Node, the entry file, and whether an unprivileged user can read both.
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, relative } from 'node:path'

export interface Program {
  readonly node: string
  readonly entry: string
}

/** Paths that stay valid when Node is updated. */
const LASTING_NAMES = ['/usr/bin/node', '/usr/local/bin/node']

export function thisProgram(): Program {
  const node = realpathSync(process.execPath)
  const lasting = LASTING_NAMES.find((name) => existsSync(name) && realpathSync(name) === node)
  return { node: lasting ?? node, entry: realpathSync(process.argv[1]!) }
}

/** Converts paths below `root` to paths as seen from there. */
export function seenFrom(root: string, { node, entry }: Program): Program {
  const seen = (path: string) => {
    const inside = relative(root, path)
    return inside.startsWith('..') ? path : `/${inside}`
  }
  return { node: seen(node), entry: seen(entry) }
}

/** A unit has its own version of these, or cannot see them (PrivateTmp, ProtectHome). */
const HIDDEN = ['/home', '/root', '/run/user', '/tmp', '/var/tmp']
const OTHERS_READ = 0o004
const OTHERS_RUN = 0o001

/** Why the service cannot be started from there; `null` if it can. */
export function whyOutOfReach({ node, entry }: Program): string | null {
  for (const file of [realpathSync(node), entry]) {
    const hidden = HIDDEN.find((folder) => file.startsWith(`${folder}/`))
    if (hidden !== undefined) return `${file} is under ${hidden}, which a service does not see`
    const needed = file === entry ? OTHERS_READ : OTHERS_READ | OTHERS_RUN
    if ((statSync(file).mode & needed) !== needed) return `${file} can be used by its owner only`
    for (let folder = dirname(file); folder !== '/'; folder = dirname(folder))
      if ((statSync(folder).mode & OTHERS_RUN) === 0) return `${folder} can be entered by its owner only`
  }
  return null
}
