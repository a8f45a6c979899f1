// Findings about the folder, the caster and the API, for a person who sets the bridge up.
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPages } from './caster/admin.ts'
import { BkgFailure } from './failure.ts'
import { NAMES, operatorsLines, readFolder } from './files/folder.ts'
import type { Settings } from './settings.ts'
import { Service, sentenceOf } from './vertice/service.ts'
import { ALL_LINE, failureSentence } from './words.ts'

export interface Finding {
  readonly level: 'ok' | 'warning' | 'error'
  readonly sentence: string
}

const ok = (sentence: string): Finding => ({ level: 'ok', sentence })
const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
const error = (sentence: string): Finding => ({ level: 'error', sentence })

export const check = async (settings: Settings): Promise<Finding[]> => [
  ...(await checkFolder(settings.folder)),
  await checkCaster(settings.adminUrl),
  await checkService(settings),
]

async function checkFolder(folder: string): Promise<Finding[]> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const theirs = operatorsLines(await readFolder(folder))
    const findings = [ok(`The bridge can write to ${folder}`)]
    const users = await stat(join(folder, NAMES.users)).catch(() => null)
    if (((await stat(folder)).mode & 0o007) !== 0 && users && (users.mode & 0o004) !== 0)
      findings.push(
        warning(`Every user of this machine can read the passwords in ${folder}. Run: chmod o-rwx ${folder}`),
      )
    for (const page of ['/admin', '/oper'])
      if (!theirs.mounts.has(page))
        findings.push(
          warning(`${NAMES.mounts} has no line ${page}, so anyone can administer the caster. Add ${page}:GROUP`),
        )
    if (theirs.mounts.has('all')) findings.push(warning(`${ALL_LINE}. Remove that line`))
    return findings
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    const failure = thrown instanceof BkgFailure ? thrown : new BkgFailure('folder', `${folder}: ${code}`)
    return [error(failureSentence(failure))]
  }
}

async function checkCaster(adminUrl: string): Promise<Finding> {
  try {
    const listeners = await adminPages(adminUrl).listeners()
    return ok(`The caster's admin page accepts the login; ${listeners.length} clients are connected`)
  } catch (thrown) {
    if (!(thrown instanceof BkgFailure)) throw thrown
    return error(failureSentence(thrown))
  }
}

async function checkService({ url, tokens }: Settings): Promise<Finding> {
  try {
    const names = await new Service({ url, tokens, eventsUntil: null, knownPasswords: new Map() }).checkTokens()
    return ok(`The Vértice API accepts the tokens of: ${names.join(', ')}`)
  } catch (thrown) {
    return error(`The Vértice API at ${url}: ${sentenceOf(thrown)}`)
  }
}
