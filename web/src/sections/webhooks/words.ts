import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/webhooks.ts'
import { es } from '../../words/es/webhooks.ts'

export const useWebhookWords = dictionary(es, en)
