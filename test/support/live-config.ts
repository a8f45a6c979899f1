// The configuration of a process without stored settings.
import { readConfig } from '../../src/base/config/config.ts'
import { FIXED, type FixedValues } from '../../src/base/config/fixed.ts'
import { effectiveSettings } from '../../src/domain/operations/settings.ts'
import { type LiveConfig, NOTHING_STORED } from '../../src/start/settings.ts'

export function liveConfig(environment: NodeJS.ProcessEnv, fixed: Partial<FixedValues> = {}): LiveConfig {
  const config = readConfig(environment, { ...FIXED, ...fixed })
  return { ...config, ...effectiveSettings(config, NOTHING_STORED, null, config.fallbackSender) }
}
