import type { CoverageFeature, PlaceAnswer } from '../../../../src/http/public/contract.ts'
import { dictionary, type Language } from '../../language.tsx'
import type { Position } from '../../map/places/position-picker.tsx'
import { send } from '../../service/api.ts'
import { en } from '../../words/en/shell/coverage.ts'
import { es } from '../../words/es/shell/coverage.ts'

export const useCoverageWords = dictionary(es, en)

const ask = async <Answer>(path: string, signal: AbortSignal): Promise<Answer> => (await send(path, { signal })).json()

export const coverageApi = {
  features: (signal: AbortSignal) =>
    ask<{ readonly features: readonly CoverageFeature[] }>('/coverage.geojson', signal),
  placeAt: ({ lat, lng }: Position, language: Language, signal: AbortSignal) =>
    ask<{ readonly place: PlaceAnswer }>(`/public/coverage/at?lat=${lat}&lng=${lng}&language=${language}`, signal),
}
