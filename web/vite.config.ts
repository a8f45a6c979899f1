import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** For `npm run web`: Vite serves the page live; everything else comes from a running service. */
const service = process.env.BASE_URL ?? 'http://localhost:8080'
const proxied = {
  target: service,
  headers: { origin: service }, // the service rejects requests of other origins
}

export default defineConfig(({ command }) => {
  // Overrides the environment of the building process: in a test, the service would get React's slow development build.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    build: {
      target: 'es2022',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0, // the CSP allows data: URLs only for images, and ours are files
      rolldownOptions: { input: { console: page('index.html'), public: page('public.html') } },
    },
    server: { proxy: { '/console/api': proxied, '/public': proxied } },
  }
})

function page(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
