// User names for user ids without one: a container can run under any id, and /etc/passwd then has no entry and, on a
// read-only root, cannot get one. PostgreSQL needs a name (any name: we choose its first role) only to create a
// cluster. nss_wrapper, a small preloaded library, answers /etc/passwd lookups from a file of ours. See decision 45.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** PostgreSQL failed because the user id has no name. */
export const asksForName = (stderr: string | null): boolean =>
  stderr?.includes('could not look up effective user ID') ?? false

/**
 * Calls `run` with environment variables that give the user id a name. `folder`: an empty folder for the two files,
 * which is removed afterwards. `inside`: path of its parent folder as the child process sees it.
 */
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
      LD_PRELOAD: 'libnss_wrapper.so', // found on the library path; if it is missing, the loader prints one line and ignores it
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
