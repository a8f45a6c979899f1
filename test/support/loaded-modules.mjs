// Preloaded with --import: appends the path of each loaded file of src/ to the file that LOADED_MODULES names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    if (url.includes('/src/')) appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
    return next(url, context)
  },
})
