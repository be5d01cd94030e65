import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import { defineConfig, type Plugin } from 'vite'

/** Copies the typeface's licence beside its files. */
const fontLicence: Plugin = {
  name: 'font-licence',
  apply: 'build',
  generateBundle() {
    const source = readFileSync(new URL('../node_modules/@fontsource-variable/inter/LICENSE', import.meta.url))
    this.emitFile({ type: 'asset', fileName: 'licences/Inter.txt', source })
  },
}

/**
 * Builds the window's page; everything it needs is beside it, so that it runs offline and under a strict content
 * policy.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [vue(), fontLicence],
  build: {
    outDir: fileURLToPath(new URL('../out/renderer', import.meta.url)),
    emptyOutDir: true,
    target: 'chrome130',
    modulePreload: { polyfill: false },
    // A picture inlined as a data address would need a wider content policy.
    assetsInlineLimit: 0,
    // The page comes from this machine's own disk: one file opens faster than sixty small ones. Only what makes the first
    // calls is apart, so that they are on their way while the rest is loaded.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'connect', test: /client\/connect\.ts|vite\/preload-helper/, priority: 2 },
            { name: 'window', test: /app\/create-lumafold\.ts/, priority: 1 },
          ],
        },
      },
    },
  },
  define: { __VUE_OPTIONS_API__: false, __VUE_PROD_DEVTOOLS__: false, __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false },
})
