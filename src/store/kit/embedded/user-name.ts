// A user without a name: a container runs under any number, for which /etc/passwd has no line and, where the root is read-only, can get none.
// PostgreSQL wants a name (whichever: its first role is named by us) while a cluster is made, and never again. nss_wrapper, a small library that
// is loaded before the others, answers for /etc/passwd from a file of ours. See decision 45.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Whether PostgreSQL ended because this user has none. */
export const asksForName = (stderr: string | null): boolean =>
  stderr?.includes('could not look up effective user ID') ?? false

/** Runs something in an environment where this user has a name. `folder` is empty, and gone afterwards; `inside`: its parent, as what runs sees it. */
export function withName<T>(
  { uid, gid }: { uid: number; gid: number },
  folder: string,
  inside: string,
  run: (environment: NodeJS.ProcessEnv) => T,
): T {
  try {
    chmodSync(folder, 0o755) // as root we write for another user
    writeFileSync(join(folder, 'passwd'), `vertice:x:${uid}:${gid}::/:/bin/false\n`)
    writeFileSync(join(folder, 'group'), `vertice:x:${gid}:\n`)
    const seen = join(inside, basename(folder))
    return run({
      LD_PRELOAD: 'libnss_wrapper.so', // found where the system has its libraries; told in one line and left out where there is none
      NSS_WRAPPER_PASSWD: join(seen, 'passwd'),
      NSS_WRAPPER_GROUP: join(seen, 'group'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const NAMELESS =
  'has no name on this machine, and PostgreSQL wants one while it makes its data: ' +
  'give it a line in /etc/passwd, or install nss_wrapper (apt install libnss-wrapper)'
