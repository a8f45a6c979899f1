import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build.ts'

/** A release contains the built app; a checkout builds it after changes. */
export async function appFolder(root: string, isRelease: boolean, say: (message: string) => void): Promise<string> {
  if (!isRelease) return buildWeb(root, say)
  const folder = join(root, 'app')
  if (existsSync(join(folder, 'index.html'))) return folder
  throw new Error(`the browser app is missing (${folder}): install the release again`)
}
