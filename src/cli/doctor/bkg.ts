// A BKG caster that serves what is issued here: its folder, and whether it lets us ask.
import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../base/config/config.ts'
import { adminPages } from '../../bkg/admin.ts'
import { BkgFailed } from '../../bkg/failed.ts'
import { linesIn, NAMES, readFolder } from '../../bkg/folder.ts'
import { ADMIN_PAGES } from '../../domain/bkg/files.ts'
import { ALL_LINE } from '../bkg-words.ts'
import { about, type Finding } from './finding.ts'

const { ok, warn, fail } = about('bkg')

export async function bkgFindings({ bkg, roles }: Config): Promise<Finding[]> {
  if (!bkg) return []
  const findings = await folderFindings(bkg.folder)
  if (!roles.includes('worker'))
    findings.push(warn('BKG_FOLDER is set, and no worker runs here to write to it', 'add worker to ROLES, or unset it'))
  try {
    const listeners = await adminPages({ url: bkg.adminUrl }).listeners()
    findings.push(ok(`its pages for administrators let us in; ${listeners.length} connected`))
  } catch (error) {
    if (!(error instanceof BkgFailed)) throw error
    findings.push(
      fail(
        error.message,
        'start the caster, or correct BKG_ADMIN_URL; its user must be in the groups of /admin and /oper',
      ),
    )
  }
  return findings
}

async function folderFindings(folder: string): Promise<Finding[]> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { theirs } = await linesIn(await readFolder(folder))
    const findings: Finding[] = [ok(`${folder} can be written to`)]
    const { mode } = await stat(folder)
    const users = await stat(join(folder, NAMES.users)).catch(() => null)
    if ((mode & 0o007) !== 0 && users && (users.mode & 0o004) !== 0)
      findings.push(warn(`anybody on this machine can read the passwords in ${folder}`, `chmod o-rwx ${folder}`))
    for (const mountpoint of ADMIN_PAGES)
      if (!theirs.mounts.has(`/${mountpoint}`))
        findings.push(
          warn(
            `${NAMES.mounts} has no line /${mountpoint}: to the caster that is open to anybody`,
            `add /${mountpoint}:GROUP to it`,
          ),
        )
    if (theirs.mounts.has('all')) findings.push(warn(ALL_LINE, 'take it out'))
    return findings
  } catch (error) {
    return [fail((error as Error).message, 'correct BKG_FOLDER, or let the user of the service write there')]
  }
}
