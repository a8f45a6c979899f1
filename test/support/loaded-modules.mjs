// Given to a process with --import: writes down which of our files it loads, into the file that LOADED_MODULES names.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    if (url.includes('/src/')) appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
    return next(url, context)
  },
})
