import type { UpstreamTrouble } from '../../../../src/domain/network/upstream.ts'
import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/settings.ts'
import { es } from '../../words/es/settings.ts'

export const useSettingsWords = dictionary(es, en)

export interface NetworkSettings {
  readonly name: string
  readonly casterHost: string | null
  readonly casterPort: number | null
  readonly datum: string
  readonly format: string
  readonly mountpoint: string
  /** Without its login. */
  readonly upstream: string | null
  readonly nearBaseKm: number
  readonly triangleSideKm: number
  readonly defaultRadiusKm: number
}

export interface Settings {
  readonly network: NetworkSettings
  readonly defaults: { readonly casterHost: string; readonly casterPort: number }
  readonly upstream: {
    readonly answers: boolean
    readonly checkedAt: string
    readonly error: UpstreamTrouble | null
  } | null
  readonly mail: { readonly server: string; readonly from: string } | null
  readonly statusPage: boolean
}

export const SETTINGS = ['/settings'] as const
