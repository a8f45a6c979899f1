import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** For `npm run web`: the page from here, live, and everything else from a service that runs beside it. */
const service = process.env.BASE_URL ?? 'http://localhost:8080'
const proxied = {
  target: service,
  headers: { origin: service }, // it refuses what other sites send
}

export default defineConfig(({ command }) => {
  // Whatever the process that builds was started with: in a test it would be the slow variant for development, and it stays for the service.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    build: {
      target: 'es2022',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0, // data: URLs are for images only, and not for ours
      rolldownOptions: { input: { console: page('index.html'), public: page('public.html') } },
    },
    server: { proxy: { '/console/api': proxied, '/public': proxied } },
  }
})

function page(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
