// The configuration of a process whose operator has set nothing yet.
import { readConfig } from '../../src/base/config/config.ts'
import { effectiveSettings } from '../../src/domain/operations/settings.ts'
import { type LiveConfig, NOTHING_STORED } from '../../src/start/settings.ts'

export function liveConfig(environment: NodeJS.ProcessEnv): LiveConfig {
  const config = readConfig(environment)
  return { ...config, ...effectiveSettings(config, NOTHING_STORED, null, config.fallbackSender) }
}
